import type { ChartContent, ChartData } from '#kits/chart/index.ts';
import type { Submission, SubmissionState } from '#stores/submission.ts';

/** A submission as the chart shows it; `contentOf` gives nothing where there is no data. */
export function chartData<S, T>(
  state: SubmissionState<S, T>,
  { cancel, retry }: Pick<Submission<S, T>, 'cancel' | 'retry'>,
  contentOf: (data: T, shown: S) => ChartContent | undefined,
): ChartData {
  switch (state.status) {
    case 'none':
      return { status: 'idle' };
    case 'loading':
      return { status: 'loading', cancel };
    case 'failed':
      return { status: 'failed', message: state.error.message, retry };
    case 'ready': {
      const content = contentOf(state.data, state.shown);
      return content ? { status: 'ready', content } : { status: 'idle' };
    }
  }
}
