import { type ReactNode, useEffect, useRef, useState } from 'react';
import { whenIdle } from '#lib/when-idle.ts';
import { VisuallyHidden } from '../ui/index.ts';
import { Row } from '../ui/Layout.tsx';
import styles from './Chart.module.css';
import { type ChartAction, ChartExport, type ChartExportProps, MoreMenu } from './ChartMenus.tsx';
import { notesOf } from './export/data-table.ts';
import type { AnyContent } from './types.ts';

/** The height of a drawing, in pixels. */
export const graphHeight = 600;
/** An image is at least as wide as this, in pixels. */
const minImageWidth = 900;

export type ChartFrameProps = Omit<ChartExportProps, 'size'> & {
  titleId: string;
  /** The content in light colors. With it, paper has the chart as a picture of the width of a page. */
  printed?: AnyContent | undefined;
  actions: readonly ChartAction[];
  /** The page has the title, the menus and the table; the title is then only read by screen readers. */
  isBare?: boolean;
  children: ReactNode;
};

/** What any chart has around its drawing: title and notes, menus, and its picture on paper. */
export function ChartFrame(props: ChartFrameProps) {
  const { titleId, printed, actions, isBare = false, children, ...exported } = props;
  const { content, window, isLog } = exported;
  const section = useRef<HTMLElement>(null);
  return (
    <section ref={section} className={styles.chart} aria-labelledby={titleId}>
      {isBare ? (
        <VisuallyHidden>
          <h2 id={titleId}>{content.title}</h2>
        </VisuallyHidden>
      ) : (
        <Row data-spread className={styles.head}>
          <div>
            <h2 id={titleId}>{content.title}</h2>
            {notesOf(content).map((note) => (
              <p key={note} className={styles.subtitle}>
                {note}
              </p>
            ))}
          </div>
          <div className={styles.menus}>
            <ChartExport
              {...exported}
              size={{
                width: Math.max(section.current?.clientWidth ?? 0, minImageWidth),
                height: graphHeight,
              }}
            />
            <MoreMenu title={content.title} actions={actions} />
          </div>
        </Row>
      )}
      {children}
      {printed && <PrintedChart content={printed} window={window} isLog={isLog} />}
    </section>
  );
}

/** The size of the drawing on paper, in pixels, without the legend beneath it. */
const printedSize = { width: 720, height: 400 } as const;

/** A page that is never idle draws it after this. */
const timeoutMs = 1000;

type PrintedChartProps = Pick<ChartExportProps, 'content' | 'window' | 'isLog'>;

/**
 * What paper has instead of a chart: a picture of the width of a page with title, legend and source, in light colors whatever
 * the theme. It is drawn ahead, because a browser prints before a chart could be drawn.
 */
function PrintedChart({ content, window, isLog }: PrintedChartProps) {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    let isCurrent = true;
    let made: string | undefined;
    async function draw(): Promise<void> {
      try {
        const { renderImage } = await import('./export/render-image.ts');
        const picture = await renderImage('svg', content, { ...printedSize, theme: 'light', window, isLog });
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
  }, [content, window, isLog]);
  return address === undefined ? null : <img className={styles.printed} src={address} alt={content.title} />;
}
