import { useStore } from '@nanostores/react';
import { type ReactNode, type RefObject, useMemo } from 'react';
import styles from '../Chart.module.css';
import { yPixel } from '../drawing/plot-scale.ts';
import type { ChartContent, ChartSeries, Extent } from '../types.ts';
import type { Drawing } from './highlight-path.ts';
import { PlotOverlay } from './PlotOverlay.tsx';
import { ReadOutDock } from './ReadOutDock.tsx';
import { latestX, readOut } from './read-out.ts';
import type { Reading } from './reading.ts';

type ReadPlotProps = {
  frame: RefObject<HTMLDivElement | null>;
  isNarrow: boolean;
  content: ChartContent;
  /** The drawn series in their own colors. */
  colored: readonly ChartSeries[];
  /** Undefined until the chart is drawn. */
  drawing: Drawing | undefined;
  window: Extent;
  reading: Reading;
  /** The drawing, which does not follow the pointer. */
  children: ReactNode;
};

/** A plot with the marks over it and the read-out at its side, which follow the pointer. */
export function ReadPlot(props: ReadPlotProps) {
  const { frame, isNarrow, content, colored, drawing, window, reading, children } = props;
  const plot = drawing?.plot;
  const pointed = useStore(reading.$pointed);
  const highlighted = useStore(reading.$highlighted);
  const latest = useMemo(() => latestX(content, window), [content, window]);
  const x = pointed?.x ?? latest;
  const y = pointed?.by === 'pointer' ? pointed.y : undefined;
  const read = useMemo(() => {
    if (x === undefined) return undefined;
    const pixelOf = (series: ChartSeries, value: number) =>
      plot ? yPixel(plot, series.side, value) : -value;
    return readOut(content, x, { pixelOf, y, highlighted });
  }, [content, plot, x, y, highlighted]);
  return (
    <>
      <div ref={frame} className={styles.plot} data-narrow={isNarrow || undefined}>
        {children}
        {drawing && (
          <PlotOverlay
            colored={colored}
            drawing={drawing}
            pointed={pointed}
            read={read}
            highlighted={highlighted}
          />
        )}
      </div>
      <ReadOutDock
        read={read}
        isLatest={!pointed}
        colored={colored}
        hasFooter={content.footer !== undefined}
      />
    </>
  );
}
