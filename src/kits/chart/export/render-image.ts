import { parse, type Spec, textMetrics, View } from 'vega';
import { expressionInterpreter } from 'vega-interpreter';
import { toBlob } from '../../ui/download.ts';
import { letterWidth } from '../drawing/layout.ts';
import { type ImageSettings, imageSpec, pointImageSpec } from '../drawing/spec.ts';
import type { AnyContent } from '../types.ts';

declare module 'vega' {
  /** Measures text; may be replaced, but is not in the types. */
  export const textMetrics: {
    width(item: { readonly text?: unknown; readonly fontSize?: number }, text?: unknown): number;
  };
}

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
  const spec = 'time' in content ? imageSpec(content, settings) : pointImageSpec(content, settings);
  if (kind === 'svg') return new Blob([await renderSvg(spec)], { type: 'image/svg+xml' });
  const view = createView(spec);
  try {
    return await toBlob(await view.toCanvas(scale), 'image/png');
  } finally {
    view.finalize();
  }
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

/** The size for which `letterWidth` is. */
const fontSize = 13;

/**
 * Estimates the width of text in this process by the portal's font, for a server, which has no canvas to measure it.
 * @returns a function that ends this
 */
export function estimateTextWidths(): () => void {
  const { width } = textMetrics;
  textMetrics.width = (item, text) => {
    const value = String(text ?? item.text ?? '');
    return Math.round((value.length * (item.fontSize ?? 11) * letterWidth) / fontSize);
  };
  return () => {
    textMetrics.width = width;
  };
}
