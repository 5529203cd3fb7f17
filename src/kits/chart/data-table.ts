import { formatDay } from '#lib/calendar.ts';
import { csvLineEnd, escapeFormula, toCsvCell, toCsvComment } from '#lib/csv.ts';
import { axisOf, withUnit } from './axes.ts';
import { columnsOf } from './bands.ts';
import { lowerBound } from './bisect.ts';
import { hasExcludedValues } from './excluded-values.ts';
import { labelAt, xNames } from './time.ts';
import type { ChartContent, ChartSeries, Extent } from './types.ts';

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
 * where values can be marked or estimated, more that show which are. Excluded values have separate columns, with the reason,
 * so that nobody sums them by mistake.
 */
export function toChartCsv({ content, window }: DataExport, exportTimeText: string): string {
  const series = columnsOf(content);
  const { title, notes = [], source, mark, estimatedMark, excludedMark } = content;
  const isMarkable = mark !== undefined && series.some((each) => each.isMarked);
  const hasEstimates = series.some((each) => each.isEstimated);
  const lines = toCsvComment([
    title,
    ...notes,
    `Source: ${source}`,
    exportTimeText,
    ...(isMarkable ? [`${mark.label}: ${mark.meaning}`] : []),
    ...(hasEstimates && estimatedMark ? [`${estimatedMark.label}: ${estimatedMark.meaning}`] : []),
    ...(excludedMark && hasExcludedValues(series) ? [`${excludedMark.label}: ${excludedMark.meaning}`] : []),
  ]);
  const withMarks = { marks: isMarkable, estimates: hasEstimates };
  for (const row of textRows({ content, window }, toCsvCell, withMarks)) lines.push(row.join(','));
  return `${lines.join(csvLineEnd)}${csvLineEnd}`;
}

/** Exports the same for the clipboard: with tabs between cells, as spreadsheets paste them. */
export function toTsv(dataExport: DataExport): string {
  const lines: string[] = [];
  for (const row of textRows(dataExport, escapeFormula, { marks: false, estimates: false }))
    lines.push(row.join('\t'));
  return lines.join('\n');
}

/** Yields the header, then a row for every day. Numbers and days need no escaping. */
function* textRows(
  { content, window }: DataExport,
  escapeCell: (text: string) => string,
  { marks, estimates }: { readonly marks: boolean; readonly estimates: boolean },
): Generator<string[]> {
  const { time, mark, estimatedMark, excludedMark } = content;
  const series = columnsOf(content);
  const markLabel = mark?.label ?? '';
  const estimatedLabel = estimatedMark?.label ?? 'Estimated';
  const excludedLabel = excludedMark?.label ?? 'Excluded';
  const head = [
    xNames[time.kind],
    ...series.flatMap((each) => {
      const name = columnHeader(each, content);
      return [
        name,
        ...(marks ? [`${name} ${markLabel}`] : []),
        ...(estimates && each.isEstimated ? [`${name} ${estimatedLabel}`] : []),
        ...(each.excluded ? [`${name} ${excludedLabel}`, `${name} ${excludedLabel}: why`] : []),
      ];
    }),
  ];
  yield head.map(escapeCell);
  for (const { x, positions, excluded } of dataRows(series, window)) {
    const cells = [formatX(x, content)];
    for (const [index, each] of series.entries()) {
      const at = positions[index];
      cells.push(at === undefined ? '' : String(each.ys[at] ?? ''));
      if (marks) cells.push(at !== undefined && each.isMarked?.(at) ? markLabel : '');
      if (estimates && each.isEstimated)
        cells.push(at !== undefined && each.isEstimated(at) ? estimatedLabel : '');
      if (!each.excluded) continue;
      const excludedAt = excluded[index];
      if (excludedAt === undefined) cells.push('', '');
      else cells.push(String(each.excluded.ys[excludedAt]), escapeCell(each.excluded.noteOf(excludedAt)));
    }
    yield cells;
  }
}

/** An ISO date, which sorts and loads everywhere; a season's days have no year. */
function formatX(x: number, { time }: ChartContent): string {
  return time.kind === 'days' ? formatDay(x) : labelAt(x, time);
}
