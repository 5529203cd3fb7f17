import { parse, View } from 'vega';
import { toBlob } from '../../ui/download.ts';
import { compileSpec } from '../drawing/compile-spec.ts';
import { pointInterpreter } from '../drawing/point-interpreter.ts';
import { type SpecSettings, specOf } from '../drawing/spec.ts';
import type { ChartContent } from '../types.ts';

/** Doubles the pixels, for print. */
const scale = 2;

/** Renders the chart as an image with title, legend and source. */
export async function renderImage(
  kind: 'png' | 'svg',
  content: ChartContent,
  settings: Omit<SpecSettings, 'standalone'>,
): Promise<Blob> {
  const spec = specOf(content, { ...settings, standalone: true });
  const view = new View(parse(compileSpec(spec), undefined, { ast: true }), {
    renderer: 'none',
    expr: pointInterpreter,
  });
  try {
    if (kind === 'svg') return new Blob([await view.toSVG()], { type: 'image/svg+xml' });
    return await toBlob(await view.toCanvas(scale), 'image/png');
  } finally {
    view.finalize();
  }
}
