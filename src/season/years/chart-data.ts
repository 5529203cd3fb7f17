import type { ChartContent, ChartData } from '#kits/chart/index.ts';
import type { SubmitQuery, SubmitState } from '#stores/queries.ts';
import { seasonChart } from './season-chart.ts';

/** The subtitle of every graph with statistics, as the specification words it. */
export const normalsNote =
  '*Statistics are calculated for the NRCS 30-Year Hydroclimatic Normals period of 1991 to 2020';

/** A submitted query as the chart shows it; `contentOf` returns undefined without data. `hint` says what Submit draws. */
export function chartData<T, S>(
  state: SubmitState<T, S>,
  { cancel, retry }: Pick<SubmitQuery<T, S>, 'cancel' | 'retry'>,
  contentOf: (data: T, selection: S) => ChartContent | undefined,
  hint?: string,
): ChartData {
  switch (state.status) {
    case 'idle':
      return { status: 'idle', ...(hint !== undefined && { hint }) };
    case 'loading':
      return { status: 'loading', cancel };
    case 'failed':
      return { status: 'failed', message: state.error.message, retry: () => void retry() };
    default: {
      const content = contentOf(state.data, state.selection);
      return content ? { status: 'ready', content } : { status: 'idle' };
    }
  }
}

/** The graph of a comparison, with the subtitle that the specification words. Undefined without data. */
export function comparisonChartContent(...of: Parameters<typeof seasonChart>): ChartContent | undefined {
  const content = seasonChart(...of);
  return content && { ...content, subtitle: normalsNote };
}
