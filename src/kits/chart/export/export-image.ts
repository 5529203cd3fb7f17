import type { TopLevelSpec } from 'vega-lite';
import { toBlob } from '../../ui/download.ts';
import { type SpecSettings, specOf } from '../drawing/spec.ts';
import { type PointSpecSettings, pointSpecOf } from '../points/point-spec.ts';
import type { PointContent } from '../points/types.ts';
import type { ChartContent } from '../types.ts';
import { createImageView, renderSvg } from './render-svg.ts';

/** Doubles the pixels, for print. */
const scale = 2;

type ImageKind = 'png' | 'svg';

/** Renders the chart as an image with title, legend and source. */
export function renderImage(
  kind: ImageKind,
  content: ChartContent,
  settings: Omit<SpecSettings, 'standalone'>,
): Promise<Blob> {
  return renderSpec(kind, specOf(content, { ...settings, standalone: true }));
}

/** The same for a chart of points. */
export function renderPointImage(
  kind: ImageKind,
  content: PointContent,
  settings: Omit<PointSpecSettings, 'standalone'>,
): Promise<Blob> {
  return renderSpec(kind, pointSpecOf(content, { ...settings, standalone: true }));
}

async function renderSpec(kind: ImageKind, spec: TopLevelSpec): Promise<Blob> {
  if (kind === 'svg') return new Blob([await renderSvg(spec)], { type: 'image/svg+xml' });
  const view = createImageView(spec);
  try {
    return await toBlob(await view.toCanvas(scale), 'image/png');
  } finally {
    view.finalize();
  }
}
