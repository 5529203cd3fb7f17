import { csvCell, csvComment, disarmed, lineEnd } from '../ui/csv.ts';
import { axisOf, withUnit } from './axes.ts';
import { firstFrom } from './bisect.ts';
import { labelAt, xNames } from './time.ts';
import type { ChartContent, ChartSeries, Window } from './types.ts';

/** One x and, of each series, the position of its value; undefined in a gap. */
export type NumbersRow = { readonly x: number; readonly positions: readonly (number | undefined)[] };

/** Every x in the window at which any series has a value, ascending. */
export function* numbersOf(series: readonly ChartSeries[], [from, to]: Window): Generator<NumbersRow> {
  const next = series.map(({ xs }) => firstFrom(xs, from));
  for (;;) {
    let x = Number.POSITIVE_INFINITY;
    for (const [index, { xs }] of series.entries()) x = Math.min(x, xs[next[index] ?? 0] ?? x);
    if (x > to || x === Number.POSITIVE_INFINITY) return;
    yield {
      x,
      positions: series.map(({ xs }, index) => {
        const at = next[index] ?? 0;
        if (xs[at] !== x) return undefined;
        next[index] = at + 1;
        return at;
      }),
    };
  }
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
 * where values can be marked a second one that says which are.
 */
export function numbersCsv({ content, series, window }: Download, madeAt: string): string {
  const { title, source, mark, time } = content;
  const isMarkable = mark !== undefined && series.some((each) => each.isMarked);
  const lines = csvComment([
    title,
    `Source: ${source}`,
    madeAt,
    ...(isMarkable ? [`${mark.label}: ${mark.meaning}`] : []),
  ]);
  const head = [
    xNames[time.kind],
    ...series.flatMap((each) => {
      const name = headOf(each, content);
      return isMarkable ? [name, `${name} ${mark.label}`] : [name];
    }),
  ];
  lines.push(head.map(csvCell).join(','));
  for (const { x, positions } of numbersOf(series, window)) {
    const cells = [dayText(x, content)];
    for (const [index, at] of positions.entries()) {
      const each = series[index];
      cells.push(at === undefined ? '' : String(each?.ys[at] ?? ''));
      if (isMarkable) cells.push(at !== undefined && each?.isMarked?.(at) ? mark.label : '');
    }
    lines.push(cells.join(','));
  }
  return `${lines.join(lineEnd)}${lineEnd}`;
}

/** The same for the clipboard: tabs between cells, as a spreadsheet takes them. */
export function numbersText({ content, series, window }: Download): string {
  const lines = [
    [xNames[content.time.kind], ...series.map((each) => disarmed(headOf(each, content)))].join('\t'),
  ];
  for (const { x, positions } of numbersOf(series, window)) {
    const values = positions.map((at, index) =>
      at === undefined ? '' : String(series[index]?.ys[at] ?? ''),
    );
    lines.push([dayText(x, content), ...values].join('\t'));
  }
  return lines.join('\n');
}

/** ISO dates sort and load everywhere; a season has no year. */
function dayText(x: number, { time }: ChartContent): string {
  return time.kind === 'days' ? new Date(x * 86_400_000).toISOString().slice(0, 10) : labelAt(x, time);
}
