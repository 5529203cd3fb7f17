import { useEffect } from 'react';
import { Button, Notice, Spinner } from '../ui/index.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import styles from './Chart.module.css';
import type { ChartViewProps } from './ChartView.tsx';
import { columnsOf } from './drawing/bands.ts';
import { IdleChart } from './IdleChart.tsx';
import { VegaPlot } from './lazy-plot.ts';
import type { ChartContent, ChartData, ChartState } from './types.ts';

/** Loaded with the first content. */
const ChartView = lazyPart(
  () => import('./ChartView.tsx').then((module) => module.ChartView),
  <div className={styles.loading}>
    <div className={styles.stage}>
      <Spinner size={32} label="Drawing the chart" />
    </div>
  </div>,
);

export const initialChartState: ChartState = { window: undefined, hidden: [] };

type ChartProps = Omit<ChartViewProps, 'content'> & { data: ChartData };

/** A time chart in any state, from empty to failed, at about the same height. */
export function Chart({ data, ...rest }: ChartProps) {
  const isLoading = data.status === 'loading';
  useEffect(() => {
    if (!isLoading) return;
    ChartView.preload();
    VegaPlot.preload();
  }, [isLoading]);
  switch (data.status) {
    case 'idle':
      return data.hint === undefined ? (
        <div className={styles.stage}>No Data Available</div>
      ) : (
        <IdleChart hint={data.hint} />
      );
    case 'loading':
      return (
        <div className={styles.loading}>
          <div className={styles.stage} role="status">
            <Spinner size={32} />
            <p>{data.progress ?? 'Loading…'}</p>
            {data.cancel && <Button onClick={data.cancel}>Cancel</Button>}
          </div>
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
        <ChartView content={data.content} {...rest} />
      ) : (
        <div className={styles.stage}>No Data Available</div>
      );
  }
}

function hasPoints(content: ChartContent): boolean {
  return columnsOf(content).some(({ xs, excluded }) => xs.length > 0 || (excluded?.xs.length ?? 0) > 0);
}
