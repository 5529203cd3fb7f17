import { parse, View } from 'vega';
import { expressionInterpreter } from 'vega-interpreter';
import { compile, type TopLevelSpec } from 'vega-lite';

/** Renders a chart as SVG, as in the browser: without `eval`. */
export async function renderSvg(spec: TopLevelSpec): Promise<string> {
  const view = new View(parse(compile(spec).spec, undefined, { ast: true }), {
    renderer: 'none',
    expr: expressionInterpreter,
  });
  const svg = await view.toSVG();
  view.finalize();
  return svg;
}
