import { formatDay } from '#lib/calendar.ts';
import { type CsvCell, type CsvTable, toCsvFile, toLines } from '#lib/csv.ts';
import { demonstrationNote } from '#lib/demonstration.ts';
import { isDemonstration } from '#lib/page/demonstration.ts';
import { axisOf, labelAt, withUnit, xNames } from '../axes.ts';
import { timeExtent } from '../drawing/bars.ts';
import { columnsOf } from '../drawing/lines.ts';
import { lowerBound, positionAt, xsWithin } from '../reading/bisect.ts';
import { dashOf } from '../theme.ts';
import type { AnyContent, ChartContent, ChartSeries, Extent } from '../types.ts';

/** When an export was made, as a sentence, and the address of the screen that it shows. */
export type ExportFacts = { readonly time: string; readonly address: string };

/** What the numbers are, where they are from and how to see them again; beneath a picture or a table. */
export function factLines(
  content: Pick<ChartContent, 'statistics' | 'source'>,
  facts: ExportFacts | undefined,
) {
  return [...(facts && isDemonstration() ? [demonstrationNote] : []), ...sourceLines(content, facts)];
}

function sourceLines(
  { statistics = '', source }: Pick<ChartContent, 'statistics' | 'source'>,
  facts: ExportFacts | undefined,
): readonly string[] {
  return [
    statistics,
    source === '' ? '' : `Source: ${source}`,
    facts?.time ?? '',
    facts?.address ? `Address: ${facts.address}` : '',
  ].filter(Boolean);
}

/** The lines under the title. */
export function notesOf({
  subtitle = '',
  notes = [],
}: Pick<AnyContent, 'subtitle' | 'notes'>): readonly string[] {
  return [subtitle, ...notes].filter(Boolean);
}

/** What marks, dashes and crosses mean, as far as the series have any. */
export function markTexts(content: ChartContent): readonly string[] {
  const { series, mark, estimatedMark, excludedMark, hidesExcluded } = content;
  const textOf = ({ label, meaning }: NonNullable<ChartContent['mark']>) => `${label}: ${meaning}`;
  return [
    ...(mark && series.some((each) => each.isMarked) ? [textOf(mark)] : []),
    ...(estimatedMark && series.some((each) => each.isEstimated) ? [textOf(estimatedMark)] : []),
    ...(excludedMark && !hidesExcluded && series.some(({ excluded }) => excluded && excluded.xs.length > 0)
      ? [`${textOf(excludedMark)} ${edgeNote}`]
      : []),
  ];
}

/** Explains the marks at the edges; follows the meaning of all excluded values. */
const edgeNote = 'A triangle at the edge of the plot stands for values beyond it.';

/** How a line is drawn, for a text file: `thick dashed line`. */
function describeLine(series: ChartSeries): string {
  if (series.shape === 'bars') return 'bars';
  const width = series.emphasis === 'leading' ? 'thick ' : series.emphasis === 'context' ? 'thin ' : '';
  const dash = dashOf(series).length > 0 ? 'dashed ' : '';
  const shape = { line: 'line', steps: 'steps', dots: 'dots on a line' }[series.shape ?? 'line'];
  return `${width}${dash}${shape}`;
}

/** The legend of a text file: `Legend: 2026: thick line; 10–90 %: band`. */
export function legendLine({ series, bands = [], levels = [] }: ChartContent): string {
  const entries = [
    ...series.map((each) => `${each.label}: ${describeLine(each)}`),
    ...bands.map((each) => `${each.label}: band`),
    ...levels.map((each) => `${each.label}: level`),
  ];
  return `Legend: ${entries.join('; ')}`;
}

/** The header of a series' column, with its unit. */
export function columnHeader({ label, unit, side }: ChartSeries, content: ChartContent): string {
  return withUnit(label, unit ?? axisOf(content, side).unit);
}

type DataExport = {
  readonly content: AnyContent;
  /** Of a chart over time; default: everything. */
  readonly window?: Extent | undefined;
};

/**
 * The numbers of a chart as a table: of the series and bands within the window, a date in each row, a column for each series
 * and, where it has such values, more that show which are marked or estimated, and remarks. Excluded values have separate
 * columns, with the reason, so that nobody sums them by mistake. A chart of points has its own.
 */
export function tableOf({ content, window }: DataExport): CsvTable {
  if (!('time' in content)) return content.table;
  const all = columnsOf(content);
  const xs = xsWithin(all, window ?? timeExtent(all));
  const columns = all
    .flatMap((series) => [valueColumn(series, content), ...remarkColumns(series, content)])
    .map(({ name, isOptional, cellAt }) => ({ name, isOptional, cells: xs.map(cellAt) }))
    .filter(({ isOptional, cells }) => !isOptional || cells.some((cell) => cell !== ''));
  return {
    header: [xNames[content.time.kind], ...columns.map(({ name }) => name)],
    rows: xs.map((x, row) => [formatX(x, content), ...columns.map(({ cells }) => cells[row] ?? null)]),
  };
}

/** A column of a table of numbers; one that is optional is left out where all of its cells are empty. */
type TableColumn = {
  readonly name: string;
  readonly isOptional: boolean;
  readonly cellAt: (x: number) => CsvCell;
};

function valueColumn(series: ChartSeries, content: ChartContent): TableColumn {
  return {
    name: columnHeader(series, content),
    isOptional: false,
    cellAt: (x) => series.ys[positionAt(series, x) ?? -1] ?? null,
  };
}

/** The columns that say more of a series' values than their numbers. */
function remarkColumns(series: ChartSeries, content: ChartContent): readonly TableColumn[] {
  const { isMarked, isEstimated, noteOf, excluded } = series;
  const { mark, estimatedMark, excludedMark } = content;
  const column = (
    values: Pick<ChartSeries, 'xs'> | undefined,
    name: string,
    textAt: (at: number) => string | undefined,
  ): TableColumn => ({
    name: `${columnHeader(series, content)} ${name}`,
    isOptional: true,
    cellAt: (x) => {
      const at = positionAt(values, x);
      return (at !== undefined && textAt(at)) || '';
    },
  });
  const estimated = estimatedMark?.label ?? 'Estimated';
  const excludedLabel = excludedMark?.label ?? 'Excluded';
  return [
    column(series, mark?.label ?? '', (at) => (isMarked?.(at) ? mark?.label : '')),
    column(series, estimated, (at) => (isEstimated?.(at) ? estimated : '')),
    column(series, 'Remark', (at) => noteOf?.(at)),
    column(excluded, excludedLabel, (at) => String(excluded?.ys[at])),
    column(excluded, `${excludedLabel}: why`, (at) => excluded?.noteOf(at)),
  ];
}

/** Exports a chart as a CSV: what it is and where it is from, then its table. */
export function toChartCsv({ content, window }: DataExport, facts: ExportFacts): string {
  const comment = [content.title, ...notesOf(content), ...sourceLines(content, facts)];
  if ('time' in content) comment.push(legendLine(content), ...markTexts(content));
  return toCsvFile(comment, toLines(tableOf({ content, window })));
}

/** An ISO date, which sorts and loads everywhere; a season's days have no year. */
function formatX(x: number, { time }: ChartContent): string {
  return time.kind === 'days' ? formatDay(x) : labelAt(x, time);
}

/** What the values of a series within a window come to. Excluded values do not count; without any the count is 0. */
export function summarize({ xs, ys }: Pick<ChartSeries, 'xs' | 'ys'>, [from, to]: Extent) {
  const first = lowerBound(xs, from);
  const end = lowerBound(xs, to + 1e-9);
  const last = ys[end - 1];
  if (end <= first || last === undefined) return { count: 0 };
  let min = last;
  let max = last;
  let sum = 0;
  for (let at = first; at < end; at += 1) {
    const y = ys[at] ?? 0;
    if (y < min) min = y;
    if (y > max) max = y;
    sum += y;
  }
  const count = end - first;
  return { last, min, max, mean: sum / count, count };
}
