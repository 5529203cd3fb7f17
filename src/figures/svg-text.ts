import { escapeHtml } from '#lib/escape-html.ts';

/** Escapes text for XML, also within quotation marks. Characters that XML does not have are left out. */
export function escapeXml(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what XML forbids.
  return escapeHtml(text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '').toWellFormed());
}

/**
 * Gives an SVG one description instead of those of its parts, and ids that begin with `prefix`, so that several may be in a
 * page.
 */
export function describeSvg(svg: string, description: string, prefix: string): string {
  const ids = new Map<string, string>();
  const rename = (id: string) => {
    const renamed = ids.get(id) ?? `${prefix}-${ids.size}`;
    ids.set(id, renamed);
    return renamed;
  };
  return svg
    .replace(/<[a-z]+ [^>]*>/gi, (tag) => tag.replace(/ (?:role|aria-[a-z]+)="[^"]*"/g, ''))
    .replace(/\bid="([^"]+)"/g, (_, id: string) => `id="${rename(id)}"`)
    .replace(/url\(#([^)]+)\)/g, (_, id: string) => `url(#${rename(id)})`)
    .replace('<svg ', () => `<svg role="img" aria-label="${escapeXml(description)}" `);
}
