import { parse, View } from 'vega';
import type { TopLevelSpec } from 'vega-lite';
import { compileSpec } from '#kits/chart/drawing/compile-spec.ts';
import { pointInterpreter } from '#kits/chart/drawing/point-interpreter.ts';

/** Renders a chart as SVG, as in the browser: without `eval`. */
export async function renderSvg(spec: TopLevelSpec, expr: object = pointInterpreter): Promise<string> {
  const view = new View(parse(compileSpec(spec), undefined, { ast: true }), {
    renderer: 'none',
    expr,
  });
  const svg = await view.toSVG();
  view.finalize();
  return svg;
}
