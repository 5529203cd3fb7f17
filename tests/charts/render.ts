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
  return renumberClips(svg);
}

/** Vega numbers clip paths through all charts of a process, which would let the order of the tests into a snapshot. */
function renumberClips(svg: string): string {
  const names = new Map<string, string>();
  return svg.replaceAll(/\bclip\d+/g, (name) => {
    const known = names.get(name) ?? `clip${names.size + 1}`;
    names.set(name, known);
    return known;
  });
}
