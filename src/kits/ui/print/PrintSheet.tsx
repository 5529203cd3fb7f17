import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { axisOf } from '../../chart/axes.ts';
import { markTexts, notesOf } from '../../chart/export/data-table.ts';
import type { ChartContent, ChartData, ChartSeries, PointContent } from '../../chart/types.ts';
import { $isPrinting } from '../../html/print-page.ts';
import { bindUnits } from '../../html/print-sheet.ts';
import styles from './PrintSheet.module.css';
import { Sheet } from './Sheet.tsx';

/** A few values beneath a chart, such as those of a day. Each has its unit: `476,000 AF`. */
export type SheetTable = {
  /** What they are of. */
  readonly of: string | undefined;
  readonly values: readonly { readonly label: string; readonly text: string }[];
};

type PrintSheetProps = {
  /** The chart's content, or why it has none; the content is drawn by `children`. */
  data: ChartData | { readonly status: 'ready'; readonly content: PointContent };
  /** The finding, as a sentence; the title of the chart in its place without one. */
  finding?: string | undefined;
  /** Stands under the finding; the title of the chart by default. */
  subtitle?: string | undefined;
  /** The values of the latest day without it. */
  table?: SheetTable | null | undefined;
  children: ReactNode;
};

/**
 * A chart which has a landscape sheet on paper, for a meeting: what it says, the picture, the values of its latest day, lines for
 * notes, and where it is from. On the screen there is only the chart.
 */
export function PrintSheet({ data, finding, subtitle, table, children }: PrintSheetProps) {
  const content = data.status === 'ready' ? data.content : undefined;
  const isPrinting = useStore($isPrinting);
  const values = isPrinting && content ? (table ?? ('time' in content ? latestValues(content) : null)) : null;
  const lines = content ? linesOf(content) : [];
  return (
    <Sheet
      kind="chart"
      status={data.status}
      title={finding ?? content?.title ?? ''}
      subtitle={subtitle ?? (finding === undefined ? undefined : content?.title)}
      facts={
        content && {
          notes: [content.statistics],
          source: content.source,
        }
      }
      below={
        <>
          {lines.length > 0 && <p className={`quiet ${styles.lines}`}>{bindUnits(lines.join(' '))}</p>}
          {values && <ValuesTable {...values} />}
          <div className={styles.notes}>
            <p>Notes</p>
            <p />
            <p />
            <p />
            <p />
          </div>
        </>
      }
    >
      {children}
    </Sheet>
  );
}

/** The notes of a chart and what its marks mean, as sentences. The foot has the years of the statistics. */
function linesOf(content: ChartContent | PointContent): readonly string[] {
  const notes = notesOf(content).filter((each) => !content.statistics || !each.startsWith('Statistics of'));
  return [...notes, ...('time' in content ? markTexts(content) : [])].map(
    (each) => `${each.replace(/\.$/, '')}.`,
  );
}

function ValuesTable({ of, values }: SheetTable) {
  return (
    <table className="full-width">
      {of !== undefined && <caption className="text-start">{of}</caption>}
      <tbody>
        {values.map(({ label, text }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td className="strong text-end">{text}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const maxRows = 8;

/** The values of the lines on the latest day of the first of them, and the bands on that day, each with its unit. */
export function latestValues(content: ChartContent): SheetTable | undefined {
  const { series, bands = [], time } = content;
  const leading = series.find(({ emphasis }) => emphasis === 'leading') ?? series.at(-1);
  const day = leading?.xs[leading.xs.length - 1];
  if (!leading || day === undefined) return undefined;
  const at = (xs: ArrayLike<number>) => Array.prototype.lastIndexOf.call(xs, day);
  const toText = ({ side, unit }: Pick<ChartSeries, 'side' | 'unit'>, ...values: readonly number[]) => {
    const axis = axisOf(content, side);
    const format = axis.format ?? ((value: number) => value.toLocaleString('en-US', significant));
    return `${values.map(format).join('–')} ${unit ?? axis.unit}`.trim();
  };
  const lines = series.flatMap((each) => {
    const value = each.ys[at(each.xs)];
    return value === undefined ? [] : [{ label: each.label, text: toText(each, value) }];
  });
  // The lines of the lowest and highest values are the edges of the widest band.
  const hasEdges = ['Minimum', 'Maximum'].every((id) => series.some((each) => each.id === id));
  const areas = bands.slice(hasEdges ? 1 : 0).flatMap((each) => {
    const [low, high] = [each.lows[at(each.xs)], each.highs[at(each.xs)]];
    return low === undefined || high === undefined
      ? []
      : [{ label: each.label, text: toText(each, low, high) }];
  });
  const of = time.kind === 'months' ? time.names[day - 1] : describeDay(day, time);
  return { of, values: [...lines, ...areas].slice(0, maxRows) };
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
