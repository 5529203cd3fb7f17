import type { ChartContent } from '#kits/chart/index.ts';
import { seasonChart } from '#stores/season-chart.ts';
import { normalsNote } from './labels.ts';

/** The graph of a comparison, with the subtitle that the specification words. Undefined without data. */
export function comparisonChartContent(...of: Parameters<typeof seasonChart>): ChartContent | undefined {
  const content = seasonChart(...of);
  return content && { ...content, subtitle: normalsNote };
}
