import { csvCell, csvComment, disarmed, lineEnd } from '../ui/csv.ts';
import { hasAsides } from './asides.ts';
import { axisOf, withUnit } from './axes.ts';
import { firstFrom } from './bisect.ts';
import { labelAt, xNames } from './time.ts';
import type { ChartContent, ChartSeries, Window } from './types.ts';

/** One x and, of each series, the positions of its value and of that beside its line; undefined in a gap. */
export type NumbersRow = {
  readonly x: number;
  readonly positions: readonly (number | undefined)[];
  readonly asides: readonly (number | undefined)[];
};

const none: ArrayLike<number> = [];

/** Every x in the window at which any series has a value, ascending. */
export function* numbersOf(series: readonly ChartSeries[], [from, to]: Window): Generator<NumbersRow> {
  const lines = series.map((each) => walk(each.xs, from));
  const beside = series.map(({ asides }) => walk(asides?.xs ?? none, from));
  for (;;) {
    const x = Math.min(...[...lines, ...beside].map((each) => each.here()));
    if (x > to || x === Number.POSITIVE_INFINITY) return;
    yield { x, positions: lines.map((each) => each.take(x)), asides: beside.map((each) => each.take(x)) };
  }
}

/** Goes through days one after the other. */
function walk(xs: ArrayLike<number>, from: number) {
  let next = firstFrom(xs, from);
  return {
    here: () => xs[next] ?? Number.POSITIVE_INFINITY,
    /** The position of `x`, if that is where it stands; then it goes on. */
    take(x: number): number | undefined {
      if (xs[next] !== x) return undefined;
      next += 1;
      return next - 1;
    },
  };
}

/** A series with its unit, as the head of a column. */
export function headOf({ label, unit, side }: ChartSeries, content: ChartContent): string {
  return withUnit(label, unit ?? axisOf(content, side).unit);
}

type Download = {
  readonly content: ChartContent;
  readonly series: readonly ChartSeries[];
  readonly window: Window;
};

/**
 * All values of the shown series within the window as a CSV: a date in each row, a column for each series, and
 * where values can be marked a second one that says which are. What stands beside a line has columns of its own, with
 * the reason, so that nobody sums it unawares.
 */
export function numbersCsv({ content, series, window }: Download, madeAt: string): string {
  const { title, source, mark, asideMark } = content;
  const isMarkable = mark !== undefined && series.some((each) => each.isMarked);
  const lines = csvComment([
    title,
    `Source: ${source}`,
    madeAt,
    ...(isMarkable ? [`${mark.label}: ${mark.meaning}`] : []),
    ...(asideMark && hasAsides(series) ? [`${asideMark.label}: ${asideMark.meaning}`] : []),
  ]);
  for (const row of rowsOf({ content, series, window }, csvCell, isMarkable)) lines.push(row.join(','));
  return `${lines.join(lineEnd)}${lineEnd}`;
}

/** The same for the clipboard: tabs between cells, as a spreadsheet takes them. */
export function numbersText(download: Download): string {
  const lines: string[] = [];
  for (const row of rowsOf(download, disarmed, false)) lines.push(row.join('\t'));
  return lines.join('\n');
}

/** The head, then a row for every day. Words go through `safe`; numbers and days need not. */
function* rowsOf(
  { content, series, window }: Download,
  safe: (text: string) => string,
  withMarks: boolean,
): Generator<string[]> {
  const { time, mark, asideMark } = content;
  const markLabel = mark?.label ?? '';
  const aside = asideMark?.label ?? 'Beside the line';
  const head = [
    xNames[time.kind],
    ...series.flatMap((each) => {
      const name = headOf(each, content);
      return [
        name,
        ...(withMarks ? [`${name} ${markLabel}`] : []),
        ...(each.asides ? [`${name} ${aside}`, `${name} ${aside}: why`] : []),
      ];
    }),
  ];
  yield head.map(safe);
  for (const { x, positions, asides } of numbersOf(series, window)) {
    const cells = [dayText(x, content)];
    for (const [index, each] of series.entries()) {
      const at = positions[index];
      cells.push(at === undefined ? '' : String(each.ys[at] ?? ''));
      if (withMarks) cells.push(at !== undefined && each.isMarked?.(at) ? markLabel : '');
      if (!each.asides) continue;
      const beside = asides[index];
      if (beside === undefined) cells.push('', '');
      else cells.push(String(each.asides.ys[beside]), safe(each.asides.noteOf(beside)));
    }
    yield cells;
  }
}

/** ISO dates sort and load everywhere; a season has no year. */
function dayText(x: number, { time }: ChartContent): string {
  return time.kind === 'days' ? new Date(x * 86_400_000).toISOString().slice(0, 10) : labelAt(x, time);
}
