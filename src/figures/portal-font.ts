import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const file = import.meta.resolve(
  '@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2',
);

/**
 * The portal's font as a style. A page of another site has none, and text in another one is wider than its chart was
 * drawn for. The font is part of the file: a sandboxed frame, and a picture in a page, load nothing.
 */
export const portalFontStyle = `@font-face{font-family:"Source Sans 3 Variable";font-weight:200 900;src:url(data:font/woff2;base64,${readFileSync(fileURLToPath(file)).toString('base64')}) format("woff2")}`;
