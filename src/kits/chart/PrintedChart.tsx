import { useEffect, useState } from 'react';
import { whenIdle } from '#lib/when-idle.ts';
import styles from './Chart.module.css';

/** The size of the drawing on paper, in pixels, without the legend beneath it. */
export const printedSize = { width: 720, height: 400 } as const;

/** A page that is never idle draws it after this. */
const timeoutMs = 1000;

type PrintedChartProps = {
  title: string;
  /** Draws the chart with its title, legend and source in the colors of paper. Keeps its identity until the chart changes. */
  render: () => Promise<Blob>;
};

/**
 * What paper has instead of a chart: a picture of the width of a page, in light colors whatever the theme. It is drawn
 * ahead, because a browser prints before a chart could be drawn.
 */
export function PrintedChart({ title, render }: PrintedChartProps) {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    let isCurrent = true;
    let made: string | undefined;
    async function draw(): Promise<void> {
      try {
        const picture = await render();
        if (!isCurrent) return;
        made = URL.createObjectURL(picture);
        setAddress(made);
      } catch (error) {
        // Paper then has the chart as the screen has it.
        console.warn('A chart could not be drawn for print.', error);
      }
    }
    const cancel = whenIdle(() => void draw(), timeoutMs);
    return () => {
      isCurrent = false;
      cancel();
      setAddress(undefined);
      if (made !== undefined) URL.revokeObjectURL(made);
    };
  }, [render]);
  return address === undefined ? null : <img className={styles.printed} src={address} alt={title} />;
}
