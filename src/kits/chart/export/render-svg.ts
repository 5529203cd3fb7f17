import { parse, textMetrics, View } from 'vega';
import type { TopLevelSpec } from 'vega-lite';
import { compileSpec } from '../drawing/compile-spec.ts';
import { pointInterpreter } from '../drawing/point-interpreter.ts';

declare module 'vega' {
  /** Measures text; may be replaced, but is not in the types. */
  export const textMetrics: {
    width(item: { readonly text?: unknown; readonly fontSize?: number }, text?: unknown): number;
  };
}

/** Renders a chart as the text of an SVG, in a browser or a server: without `eval`, and without a canvas. */
export async function renderSvg(spec: TopLevelSpec, expr: object = pointInterpreter): Promise<string> {
  const view = createImageView(spec, expr);
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

/** Creates a view that is not shown. */
export function createImageView(spec: TopLevelSpec, expr: object = pointInterpreter): View {
  return new View(parse(compileSpec(spec), undefined, { ast: true }), { renderer: 'none', expr });
}

/** The width of a letter on average, in parts of the font size. Vega’s own estimate is 0.8. */
const letterWidth = 0.56;

/**
 * Estimates the width of text in this process by the portal's font, for a server, which has no canvas to measure it.
 * @returns a function that ends this
 */
export function estimateTextWidths(): () => void {
  const { width } = textMetrics;
  textMetrics.width = (item, text) => {
    const value = String(text ?? item.text ?? '');
    return Math.round(value.length * (item.fontSize ?? 11) * letterWidth);
  };
  return () => {
    textMetrics.width = width;
  };
}
