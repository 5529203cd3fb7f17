import { parse, type Spec, View } from 'vega';
import { expressionInterpreter } from 'vega-interpreter';
import { toBlob } from '../../ui/print/download.ts';
import { fontName, type ImageSettings, imageSpec, pointSpecOf } from '../drawing/spec.ts';
import type { AnyContent } from '../types.ts';

/** Doubles the pixels, for print. */
const scale = 2;

type ImageKind = 'png' | 'svg';

/** The interpreter avoids `eval`, which the Content-Security-Policy forbids. */
function createView(spec: Spec): View {
  return new View(parse(spec, undefined, { ast: true }), { renderer: 'none', expr: expressionInterpreter });
}

/** Renders the chart as an image with title, labels and source. */
export async function renderImage(
  kind: ImageKind,
  content: AnyContent,
  settings: ImageSettings,
): Promise<Blob> {
  const spec = 'time' in content ? imageSpec(content, settings) : pointSpecOf(content, settings, true);
  if (kind === 'svg') {
    const [svg, font] = await Promise.all([renderSvg(spec), loadFont()]);
    return new Blob([withFont(svg, font)], { type: 'image/svg+xml' });
  }
  const view = createView(spec);
  try {
    return await toBlob(await view.toCanvas(scale), 'image/png');
  } finally {
    view.finalize();
  }
}

/** The rule for the portal's font at an address. */
export function fontFace(address: string): string {
  return `@font-face{font-family:"${fontName}";font-weight:200 900;src:url(${address}) format("woff2")}`;
}

/** A ligature is one letter in a PDF, where nobody would find `Raft` then. */
const noLigatures = 'text{font-variant-ligatures:none}';

/** The font that the layout preloads, as a `data:` address; undefined where it cannot be loaded. */
async function loadFont(): Promise<string | undefined> {
  const link = document.querySelector<HTMLLinkElement>('link[rel=preload][as=font]');
  try {
    const response = link && (await fetch(link.href));
    if (!response?.ok) return undefined;
    const bytes = new Uint8Array(await response.arrayBuffer());
    return `data:font/woff2;base64,${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}`;
  } catch {
    return undefined;
  }
}

/**
 * An SVG with its font in it. An `img` and other programs have no font of the page, and the wider letters of another one would
 * run into one another: the places of texts are measured in this one.
 */
export function withFont(svg: string, address: string | undefined): string {
  return address === undefined
    ? svg
    : svg.replace(/^<svg[^>]*>/, (start) => `${start}<style>${fontFace(address)}${noLigatures}</style>`);
}

/** Renders a chart as the text of an SVG, in a browser or a server: without `eval`, and without a canvas. */
export async function renderSvg(spec: Spec): Promise<string> {
  const view = createView(spec);
  try {
    return renumberClips(await view.toSVG());
  } finally {
    view.finalize();
  }
}

/** Vega numbers clip paths through all charts of a process; without that, equal charts are equal text. */
function renumberClips(svg: string): string {
  const names = new Map<string, string>();
  return svg.replaceAll(/\bclip\d+/g, (name) => {
    const known = names.get(name) ?? `clip${names.size + 1}`;
    names.set(name, known);
    return known;
  });
}
