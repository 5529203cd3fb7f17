import { parse, View } from 'vega';
import type { TopLevelSpec } from 'vega-lite';
import { compileSpec } from '../drawing/compile-spec.ts';
import { pointInterpreter } from '../drawing/point-interpreter.ts';

/** Renders a chart as the text of an SVG, in a browser or a server: without `eval`, and without a canvas. */
export async function renderSvg(spec: TopLevelSpec, expr: object = pointInterpreter): Promise<string> {
  const view = createImageView(spec, expr);
  try {
    return await view.toSVG();
  } finally {
    view.finalize();
  }
}

/** Creates a view that is not shown. */
export function createImageView(spec: TopLevelSpec, expr: object = pointInterpreter): View {
  return new View(parse(compileSpec(spec), undefined, { ast: true }), { renderer: 'none', expr });
}
