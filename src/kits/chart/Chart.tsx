import { useEffect } from 'react';
import { Button, lazyPart, Spinner } from '../ui/index.ts';
import styles from './Chart.module.css';
import type { ChartViewProps } from './ChartView.tsx';
import { columnsOf } from './drawing/lines.ts';
import { ChartError, VegaPlot } from './plots.tsx';
import type { ChartContent, ChartData, ChartState } from './types.ts';

/** Loaded with the first content. */
const ChartView = lazyPart(
  () => import('./ChartView.tsx').then((module) => module.ChartView),
  <div className={styles.loading}>
    <div className={`column relative surface muted ${styles.stage}`}>
      <Spinner size={32} label="Drawing the chart" />
    </div>
  </div>,
);

export const initialChartState: ChartState = { window: undefined, hidden: [] };

type ChartProps = Omit<ChartViewProps, 'content'> & { data: ChartData };

/** A time chart in any state, from empty to failed, at about the same height. */
export function Chart({ data, ...rest }: ChartProps) {
  const isLoading = data.status === 'loading';
  const bare = rest.isBare || undefined;
  useEffect(() => {
    if (!isLoading) return;
    ChartView.preload();
    VegaPlot.preload();
  }, [isLoading]);
  const nothing = (
    <div className={`column relative surface muted ${styles.stage}`} data-bare={bare}>
      No Data Available
    </div>
  );
  switch (data.status) {
    case 'idle':
      return data.hint === undefined ? nothing : <IdleChart hint={data.hint} />;
    case 'loading':
      return (
        <div className={styles.loading} data-bare={bare}>
          <div className={`column relative surface muted ${styles.stage}`} data-bare={bare} role="status">
            <Spinner size={32} />
            <p>{data.progress ?? 'Loading…'}</p>
            {data.cancel && <Button onClick={data.cancel}>Cancel</Button>}
          </div>
        </div>
      );
    case 'failed':
      return (
        <div className={`column relative surface muted ${styles.stage}`} data-bare={bare}>
          <ChartError message={data.message} retry={data.retry} />
        </div>
      );
    case 'ready':
      return hasPoints(data.content) ? <ChartView content={data.content} {...rest} /> : nothing;
  }
}

function hasPoints(content: ChartContent): boolean {
  return columnsOf(content).some(({ xs, excluded }) => xs.length > 0 || (excluded?.xs.length ?? 0) > 0);
}

const gridLines = [80, 160, 240, 320];
const band =
  'M60 330C180 330 220 300 320 210S460 70 540 90 700 290 960 320V360C760 350 680 350 600 300S440 250 360 310 180 360 60 360Z';
const line = 'M60 345C160 345 230 330 320 250S440 130 500 120 560 150 600 190';

/** The shape of a chart, and a sentence that says what will be drawn and how to get there. */
function IdleChart({ hint }: { hint: string }) {
  return (
    <div className={`column relative surface muted ${styles.stage}`}>
      <svg
        className={`cover full-width ${styles.sketch} full-height`}
        viewBox="0 0 1000 420"
        preserveAspectRatio="none"
        fill="none"
        aria-hidden="true"
      >
        <path d={band} fill="currentColor" fillOpacity="0.3" />
        {gridLines.map((y) => (
          <path key={y} d={`M60 ${y}H960`} stroke="currentColor" vectorEffect="non-scaling-stroke" />
        ))}
        <path d={line} stroke="currentColor" strokeWidth="3" vectorEffect="non-scaling-stroke" />
        <path d="M60 40V380H960" stroke="currentColor" strokeWidth="1.5" vectorEffect="non-scaling-stroke" />
      </svg>
      <p className={`ink relative ${styles.hintCard} text-center surface`}>{hint}</p>
    </div>
  );
}
