import { lazy, Suspense } from 'react';
import { Button, Notice, Spinner } from '../ui/index.ts';
import styles from './Chart.module.css';
import type { Notify } from './ChartTools.tsx';
import type { ChartTheme } from './theme.ts';
import type { ChartContent, ChartData, Extent } from './types.ts';

/** Comes with the first content. */
const ChartView = lazy(() => import('./ChartView.tsx').then((module) => ({ default: module.ChartView })));

/** What a visitor changes about a chart; the screen keeps it. Without a window all is shown. */
export type ChartState = { readonly window: Extent | undefined; readonly hidden: readonly string[] };

export const initialChartState: ChartState = { window: undefined, hidden: [] };

export type ChartProps = {
  data: ChartData;
  theme: ChartTheme;
  state: ChartState;
  onState: (state: ChartState) => void;
  notify: Notify;
  /** Stands in the CSV: when it was made, in words. */
  describeExportTime: (now: Date) => string;
};

/** A chart over time in every state that it can be in, always of one height. */
export function Chart({ data, ...rest }: ChartProps) {
  switch (data.status) {
    case 'idle':
      return <div className={styles.stage}>No Data Available</div>;
    case 'loading':
      return (
        <div className={styles.stage} role="status">
          <Spinner size={32} />
          <p>{data.progress ?? 'Loading…'}</p>
          {data.cancel && <Button onClick={data.cancel}>Cancel</Button>}
        </div>
      );
    case 'failed':
      return (
        <div className={styles.stage}>
          <Notice
            severity="error"
            action={data.retry && <Button onClick={data.retry}>Try again</Button>}
          >{`An error has occurred: ${data.message}`}</Notice>
        </div>
      );
    case 'ready':
      return hasPoints(data.content) ? (
        <Suspense
          fallback={
            <div className={styles.stage}>
              <Spinner size={32} label="Drawing the chart" />
            </div>
          }
        >
          <ChartView content={data.content} {...rest} />
        </Suspense>
      ) : (
        <div className={styles.stage}>No Data Available</div>
      );
  }
}

function hasPoints({ series }: ChartContent): boolean {
  return series.some(({ xs, excluded }) => xs.length > 0 || (excluded?.xs.length ?? 0) > 0);
}
