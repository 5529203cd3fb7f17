import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useRef } from 'react';
import { formatExportedAt } from '#lib/calendar-text.ts';
import { html } from '#lib/html.ts';
import type { ChartContent, ChartData, PointContent } from '../chart/types.ts';
import { followPrint } from '../html/print-foot.ts';
import styles from './PrintSheet.module.css';
import { $isPrinting, addSheet } from './printing.ts';

/** A few values beneath a chart, such as those of a day. */
export type SheetTable = {
  /** What they are of. */
  readonly of: string | undefined;
  readonly unit: string;
  readonly values: readonly { readonly label: string; readonly text: string }[];
};

type PrintSheetProps = {
  /** The chart's content, or why it has none; the content is drawn by `children`. */
  data: ChartData | { readonly status: 'ready'; readonly content: PointContent };
  /** The finding, as a sentence; the title of the chart in its place without one. */
  finding?: string | undefined;
  /** The values of the latest day without it. */
  table?: SheetTable | null | undefined;
  children: ReactNode;
};

/**
 * A chart which has a landscape page on paper, for a meeting: what it says, the picture, the values of its latest day, lines for
 * notes, and where it is from. On the screen there is only the chart.
 */
export function PrintSheet({ data, finding, table, children }: PrintSheetProps) {
  const sheet = useRef<HTMLElement>(null);
  const foot = useRef<HTMLDivElement>(null);
  const { status } = data;
  const isPrinting = useStore($isPrinting);
  useEffect(
    () =>
      addSheet(() => {
        if (status === 'loading') return false;
        if (status !== 'ready') return true;
        if (sheet.current?.querySelector('[data-drawn]')) return true;
        const picture = sheet.current?.querySelector('img');
        return picture?.complete === true && picture.naturalWidth > 0;
      }),
    [status],
  );
  const content = data.status === 'ready' ? data.content : undefined;
  const latest = useRef(content);
  latest.current = content;
  const hasContent = content !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the foot is there with the first content
  useEffect(
    () =>
      foot.current ? followPrint(foot.current, () => latest.current && toFoot(latest.current)) : undefined,
    [hasContent],
  );
  const latestDay = () => (content && 'time' in content ? latestValues(content) : undefined);
  const rows = isPrinting ? (table ?? latestDay()) : undefined;
  return (
    <section ref={sheet} className={styles.sheet} data-sheet={status}>
      {content && isPrinting && (
        <header className={`only-print ${styles.head}`}>
          <p>
            <strong>{document.title.split(' · ').at(-1)}</strong>
            <span>Board meeting, ____________________ {new Date().getFullYear()}</span>
          </p>
          <p className={styles.finding}>{finding ?? content.title}</p>
        </header>
      )}
      {children}
      {content && (
        <footer className={`only-print ${styles.foot}`}>
          {rows && (
            <table className="full-width">
              <caption>
                {rows.of} <span>{rows.unit}</span>
              </caption>
              <tbody>
                {rows.values.map(({ label, text }) => (
                  <tr key={label}>
                    <th scope="row">{label}</th>
                    <td className="strong text-end">{text}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
          {isPrinting && (
            <div className={styles.notes}>
              <p>Notes</p>
              <p />
              <p />
              <p />
            </div>
          )}
          <div className={styles.source}>
            <div ref={foot} />
          </div>
        </footer>
      )}
    </section>
  );
}

/** A longer address makes squares that a phone cannot read from paper. */
const maxCoded = 600;

function toFoot({ source, statistics, isDemonstration }: ChartContent | PointContent) {
  const { href, origin, pathname } = location;
  const facts = [`Source: ${source}`, statistics, formatExportedAt(new Date())].filter(
    (text) => text !== undefined,
  );
  return {
    lines: [
      ...(isDemonstration ? [html`<strong>Demonstration data, not for decisions.</strong>`] : []),
      `${facts.join('. ')}.`,
    ],
    address: href.length > maxCoded ? origin + pathname : href,
  };
}

const maxRows = 8;

/** The values of the lines on the latest day of the first of them, and the bands on that day. */
function latestValues({ series, bands = [], axes, time }: ChartContent): SheetTable | undefined {
  const leading = series.find(({ emphasis }) => emphasis === 'leading') ?? series.at(-1);
  const day = leading?.xs[leading.xs.length - 1];
  if (!leading || day === undefined) return undefined;
  const format = axes.left.format ?? ((value: number) => value.toLocaleString('en-US', significant));
  const at = (xs: ArrayLike<number>) => Array.prototype.lastIndexOf.call(xs, day);
  const lines = series.flatMap(({ label, xs, ys }) => {
    const value = ys[at(xs)];
    return value === undefined ? [] : [{ label, text: format(value) }];
  });
  const areas = bands.flatMap(({ label, xs, lows, highs }) => {
    const [low, high] = [lows[at(xs)], highs[at(xs)]];
    return low === undefined || high === undefined ? [] : [{ label, text: `${format(low)}–${format(high)}` }];
  });
  const of = time.kind === 'months' ? time.names[day - 1] : describeDay(day, time);
  return { of, unit: axes.left.unit, values: [...lines, ...areas].slice(0, maxRows) };
}

const significant = { maximumSignificantDigits: 3 } as const;

/** The day of a season or of a date, as words. */
function describeDay(day: number, time: Exclude<ChartContent['time'], { kind: 'months' }>): string {
  const isSeason = time.kind === 'season';
  // The season of 2020 has all days.
  const date = isSeason
    ? new Date(Date.UTC(time.firstMonth > 2 ? 2019 : 2020, time.firstMonth - 1, day))
    : new Date(day * 86_400_000);
  return date.toLocaleDateString('en-US', {
    timeZone: 'UTC',
    month: 'long',
    day: 'numeric',
    ...(!isSeason && { year: 'numeric' }),
  });
}
