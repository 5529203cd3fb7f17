import { toBlob } from '../../ui/download.ts';
import { type SpecSettings, specOf } from '../drawing/spec.ts';
import type { ChartContent } from '../types.ts';
import { createImageView, renderSvg } from './render-svg.ts';

/** Doubles the pixels, for print. */
const scale = 2;

/** Renders the chart as an image with title, legend and source. */
export async function renderImage(
  kind: 'png' | 'svg',
  content: ChartContent,
  settings: Omit<SpecSettings, 'standalone'>,
): Promise<Blob> {
  const spec = specOf(content, { ...settings, standalone: true });
  if (kind === 'svg') return new Blob([await renderSvg(spec)], { type: 'image/svg+xml' });
  const view = createImageView(spec);
  try {
    return await toBlob(await view.toCanvas(scale), 'image/png');
  } finally {
    view.finalize();
  }
}
