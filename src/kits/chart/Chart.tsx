import { type ReactNode, useEffect } from 'react';
import { Button, lazyPart, Spinner } from '../ui/index.ts';
import styles from './Chart.module.css';
import type { ChartViewProps } from './ChartView.tsx';
import { columnsOf } from './drawing/lines.ts';
import { ChartError, VegaPlot } from './plots.tsx';
import type { ChartContent, ChartData, ChartState } from './types.ts';

/** Loaded with the first content. */
const ChartView = lazyPart(
  () => import('./ChartView.tsx').then((module) => module.ChartView),
  (props: ChartViewProps) => (
    <Place isBare={props.isBare} title={props.content.title} headline={props.headline} isWaiting>
      <Spinner size={32} label="Drawing the chart" />
    </Place>
  ),
);

export const initialChartState: ChartState = { window: undefined, hidden: [] };

type ChartProps = Omit<ChartViewProps, 'content'> & { data: ChartData };

/** A time chart in any state, from empty to failed, at about the same height. */
export function Chart({ data, ...rest }: ChartProps) {
  const isLoading = data.status === 'loading';
  const { isBare, headline } = rest;
  useEffect(() => {
    if (!isLoading) return;
    ChartView.preload();
    VegaPlot.preload();
  }, [isLoading]);
  const nothing = <Place isBare={isBare}>No Data Available</Place>;
  switch (data.status) {
    case 'idle':
      return data.hint === undefined ? nothing : <IdleChart hint={data.hint} />;
    case 'loading':
      return (
        <Place isBare={isBare} title={data.title} headline={headline} isWaiting>
          <Spinner size={32} />
          <p role="status">{data.progress ?? 'Loading…'}</p>
          {data.cancel && <Button onClick={data.cancel}>Cancel</Button>}
        </Place>
      );
    case 'failed':
      return (
        <Place isBare={isBare}>
          <ChartError message={data.message} retry={data.retry} />
        </Place>
      );
    case 'ready':
      return hasPoints(data.content) ? <ChartView content={data.content} {...rest} /> : nothing;
  }
}

type PlaceProps = Pick<ChartViewProps, 'isBare' | 'headline'> & {
  /** Of the chart, where it is known before its values. */
  title?: string | undefined;
  /** The chart is on its way: its title, read-out and notes have their place, too. */
  isWaiting?: boolean;
  children: ReactNode;
};

/** What stands where a chart will be, of the same height. */
function Place({ isBare, title, headline, isWaiting = false, children }: PlaceProps) {
  return (
    <div className={`stack ${styles.chart}`} data-gap={0} data-bare={isBare || undefined}>
      {isWaiting && !isBare && (
        <div className={styles.head}>
          <div className={styles.heading}>
            {title !== undefined && <h2>{title}</h2>}
            {headline}
          </div>
        </div>
      )}
      {isWaiting && <div className={styles.readOut} />}
      <div className={`column relative surface muted ${styles.stage}`}>{children}</div>
      {isWaiting && !isBare && <div className={styles.notes} />}
    </div>
  );
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
    <Place isBare={false}>
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
    </Place>
  );
}
