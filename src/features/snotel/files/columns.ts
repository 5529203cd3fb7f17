import { pathOfSite } from '#domain/page-paths.ts';
import { describeOmittedValues } from '#domain/qualifiers.ts';
import type { SnowMeasure } from '#domain/snow/snowpack.ts';
import { among, type Column, inCsv, numberColumn, textColumn } from '#lib/table/columns.ts';
import {
  describeBasis,
  describeFewSites,
  describeWithheldYear,
  type HealthRow,
  markOfBasis,
  percentageNames,
} from './rows.ts';

export type ColumnsOptions = {
  readonly years: readonly number[];
  /** The year in progress. */
  readonly current: number;
  readonly measure: SnowMeasure;
};

const joined = (parts: readonly (string | undefined)[], separator: string) =>
  parts.filter((part) => part !== undefined).join(separator) || undefined;

/** Creates a column of percentages for each water year, the newest first. The peak of the current year is `to date`. */
function yearColumns({ years, current, measure }: ColumnsOptions): readonly Column<HealthRow>[] {
  return years
    .toSorted((one, other) => other - one)
    .map((year) => {
      const header = year === current && measure === 'peak' ? `${year} to date` : String(year);
      const fewOf = (row: HealthRow) =>
        isAlwaysFew(row, measure) ? undefined : describeFewSites(row.byYear.get(year)?.[measure]);
      const percentOf = (row: HealthRow) => row.byYear.get(year)?.[measure].percent ?? null;
      const withheldOf = (row: HealthRow) => describeWithheldYear(row, year, measure);
      // Rounded, so that a file has what is shown.
      return numberColumn(`y${year}`, header, (row: HealthRow) => roundOrNull(percentOf(row)), {
        csvHeader: `${header} (${percentageNames[measure]})`,
        unit: '%',
        sortKey: percentOf,
        absent: (row) => withheldOf(row)?.inches,
        mark: (row) => fewOf(row) && 'few sites',
        note: (row) => {
          const withheld = withheldOf(row)?.note;
          const omitted = describeOmittedValues(row.byYear.get(year)?.flagged ?? 0);
          return joined([withheld ?? omitted, fewOf(row)], '. ');
        },
      });
    });
}

const roundOrNull = (value: number | null) => (value === null ? null : Math.round(value));

/** What the medians rest on, for files and for those who show it. */
function basisColumn(measure: SnowMeasure): Column<HealthRow> {
  return textColumn(
    'basis',
    'Years of the median',
    (row) => {
      const snow = newestOf(row, measure);
      return snow?.basis ? describeBasis(snow.basis, snow.sites !== undefined) : null;
    },
    inCsv,
  );
}

/** Whose values they are, and whether they are synthetic, for files and for those who show it. */
const originColumns: readonly Column<HealthRow>[] = [
  textColumn('source', 'Source', ({ deliverers }) => deliverers.join(', '), inCsv),
];

/** The newest year's median, whose years are nearly always those of the other years' medians. */
function newestOf(row: HealthRow, measure: SnowMeasure) {
  return row.byYear.get(Math.max(...row.byYear.keys()))?.[measure];
}

/** Whether a HUC8 has too few sites in every year that has any, so that its name is marked instead of each year. */
function isAlwaysFew(row: HealthRow, measure: SnowMeasure): boolean {
  const all = [...row.byYear.values()].flatMap((each) => each[measure].sites ?? []);
  return all.some(({ count }) => count > 0) && all.every(({ isFew }) => isFew);
}

function isLate({ freshness }: HealthRow): boolean {
  return freshness?.state === 'late';
}

/** Says that a site is late or has ended, and what its median rests on. */
function noteOfSite(row: HealthRow, measure: SnowMeasure): string | undefined {
  const { freshness } = row;
  const isCurrent = freshness?.state !== 'late' && freshness?.state !== 'ended';
  return joined([isCurrent ? undefined : freshness?.text, markOfBasis(newestOf(row, measure))?.note], '. ');
}

export function siteColumns(options: ColumnsOptions): readonly Column<HealthRow>[] {
  const { measure } = options;
  return [
    textColumn('name', 'Location', (row) => row.name, {
      link: (row) => ({ href: pathOfSite(row.id), label: `All about ${row.name}` }),
      note: (row) => noteOfSite(row, measure),
      mark: (row) =>
        joined([isLate(row) ? 'late' : undefined, markOfBasis(newestOf(row, measure))?.mark], ', '),
    }),
    textColumn('number', 'Site Number', (row) => row.number ?? null, inCsv),
    textColumn('huc8', 'HUC8', (row) => row.huc8, among),
    basisColumn(measure),
    ...yearColumns(options),
    ...originColumns,
  ];
}

export function hucColumns(options: ColumnsOptions): readonly Column<HealthRow>[] {
  const fewOf = (row: HealthRow) =>
    isAlwaysFew(row, options.measure) ? describeFewSites(newestWithSites(row, options.measure)) : undefined;
  return [
    textColumn('name', 'HUC8', (row) => row.name, { note: fewOf, mark: (row) => fewOf(row) && 'few sites' }),
    basisColumn(options.measure),
    ...yearColumns(options),
    ...originColumns,
  ];
}

function newestWithSites(row: HealthRow, measure: SnowMeasure) {
  const years = [...row.byYear].toSorted(([one], [other]) => other - one).map(([, each]) => each[measure]);
  return years.find(({ sites }) => sites !== undefined && sites.count > 0);
}

/** Lists why cells of a row are gray or marked, with the headers of their columns. */
export function remarksOn(
  row: HealthRow,
  columns: readonly Column<HealthRow>[],
): readonly { readonly header: string; readonly note: string }[] {
  return columns.flatMap(({ header, note }) => {
    const text = note?.(row);
    return text === undefined ? [] : [{ header, note: text }];
  });
}

/** Whose values the rows of a table have. */
export function sourceOfRows(rows: readonly HealthRow[]): string {
  return [...new Set(rows.flatMap(({ deliverers }) => deliverers))].toSorted().join(', ') || 'none';
}

/** The lines of an exported table that say which HUC8s are marked on the screen. */
export function exportNotes(rows: readonly HealthRow[], measure: SnowMeasure): readonly string[] {
  const few = rows.flatMap((row) => {
    const years = [...row.byYear].filter(([, each]) => describeFewSites(each[measure])).map(([year]) => year);
    if (years.length === 0) return [];
    return isAlwaysFew(row, measure) ? row.name : `${row.name} (${years.toSorted().join(', ')})`;
  });
  return [
    'Medians of water years from 1991 to 2020; no percentage below 1 in of median',
    ...(few.length > 0
      ? [`Few sites (fewer than 2, or less than a third of the median): ${few.join('; ')}`]
      : []),
  ];
}
