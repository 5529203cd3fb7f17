import { formatDay } from '#lib/calendar.ts';
import { csvLineEnd, escapeFormula, toCsvCell, toCsvComment } from '#lib/csv.ts';
import { axisOf, withUnit } from '../axes.ts';
import { columnsOf } from '../drawing/bands.ts';
import { lowerBound } from '../reading/bisect.ts';
import { labelAt, xNames } from '../time.ts';
import type { ChartContent, ChartSeries, Extent } from '../types.ts';
import { type ExportFacts, factLines, legendLine, markKeys } from './export-lines.ts';
import { moreColumns } from './remark-columns.ts';

/** One x and, for each series, the positions of its value and of its excluded value; undefined in a gap. */
type DataRow = {
  readonly x: number;
  readonly positions: readonly (number | undefined)[];
  readonly excluded: readonly (number | undefined)[];
};

const none: ArrayLike<number> = [];

/** Iterates over every x in the window at which any series has a value, ascending. */
export function* dataRows(series: readonly ChartSeries[], [from, to]: Extent): Generator<DataRow> {
  const lines = series.map((each) => createCursor(each.xs, from));
  const excludedValues = series.map(({ excluded }) => createCursor(excluded?.xs ?? none, from));
  for (;;) {
    const x = Math.min(...[...lines, ...excludedValues].map((each) => each.here()));
    if (x > to || x === Number.POSITIVE_INFINITY) return;
    yield {
      x,
      positions: lines.map((each) => each.take(x)),
      excluded: excludedValues.map((each) => each.take(x)),
    };
  }
}

/** Advances through ascending x values. */
function createCursor(xs: ArrayLike<number>, from: number) {
  let next = lowerBound(xs, from);
  return {
    here: () => xs[next] ?? Number.POSITIVE_INFINITY,
    /** Returns the position of `x` and advances, if the cursor is at `x`. */
    take(x: number): number | undefined {
      if (xs[next] !== x) return undefined;
      next += 1;
      return next - 1;
    },
  };
}

/** The header of a series' column, with its unit. */
export function columnHeader({ label, unit, side }: ChartSeries, content: ChartContent): string {
  return withUnit(label, unit ?? axisOf(content, side).unit);
}

type DataExport = {
  readonly content: ChartContent;
  readonly window: Extent;
};

/**
 * Exports all values of the series and bands within the window as a CSV: a date in each row, a column for each series and,
 * where it has such values, more that show which are marked or estimated, and remarks. Excluded values have separate
 * columns, with the reason, so that nobody sums them by mistake.
 */
export function toChartCsv({ content, window }: DataExport, facts: ExportFacts): string {
  const { title, subtitle = '', notes = [] } = content;
  const lines = toCsvComment([
    title,
    ...[subtitle, ...notes].filter(Boolean),
    ...factLines(content, facts),
    legendLine(content),
    ...markKeys(content).map((each) => each.text),
  ]);
  for (const row of textRows({ content, window }, toCsvCell)) lines.push(row.join(','));
  return `${lines.join(csvLineEnd)}${csvLineEnd}`;
}

/** Exports the same rows and columns for the clipboard: with tabs between cells, as spreadsheets paste them. */
export function toTsv(dataExport: DataExport): string {
  const lines: string[] = [];
  for (const row of textRows(dataExport, escapeFormula)) lines.push(row.join('\t'));
  return lines.join('\n');
}

/** Yields the header, then a row for every day. Numbers and days need no escaping. */
function* textRows(
  { content, window }: DataExport,
  escapeCell: (text: string) => string,
): Generator<string[]> {
  const columns = columnsOf(content).map((series) => ({
    series,
    more: moreColumns(series, content, window),
  }));
  yield [
    xNames[content.time.kind],
    ...columns.flatMap(({ series, more }) => [
      columnHeader(series, content),
      ...more.map((each) => `${columnHeader(series, content)} ${each.name}`),
    ]),
  ].map(escapeCell);
  const all = columns.map((each) => each.series);
  for (const { x, positions, excluded } of dataRows(all, window)) {
    const cells = [formatX(x, content)];
    for (const [index, { series, more }] of columns.entries()) {
      const at = positions[index];
      cells.push(at === undefined ? '' : String(series.ys[at] ?? ''));
      for (const { cellOf } of more) cells.push(escapeCell(cellOf(at, excluded[index])));
    }
    yield cells;
  }
}

/** An ISO date, which sorts and loads everywhere; a season's days have no year. */
function formatX(x: number, { time }: ChartContent): string {
  return time.kind === 'days' ? formatDay(x) : labelAt(x, time);
}
