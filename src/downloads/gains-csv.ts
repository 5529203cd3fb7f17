import { columnHeader, type GainUnit } from '#domain/gain-units.ts';
import { type CsvCell, toCsvFile, toTsv } from '#lib/csv.ts';
import type { GainRow, GainsTable } from './gains-table.ts';
import { shownCell } from './shown-cell.ts';

/** Exports the table as shown, in acre-feet or percent of the median. The lines of `comment` come first, each after `# `. */
export function toGainsCsv(table: GainsTable, comment: readonly string[], unit: GainUnit): string {
  return toCsvFile(comment, toGainsLines(table, unit));
}

/** Exports the same for the clipboard. */
export function toGainsTsv(table: GainsTable, unit: GainUnit): string {
  return toTsv(toGainsLines(table, unit));
}

/** The cells of the table, its header first. Below each row of sums is another with what they rest on, and below the totals are their ranks. */
export function toGainsLines({ columns, months, totals, toDate }: GainsTable, unit: GainUnit): CsvCell[][] {
  const gainLines = (row: GainRow) => linesOfRow(row, columns, unit);
  return [
    ['Month', ...columns.map((column) => columnHeader(column, unit))],
    ...months.flatMap(gainLines),
    ...[...totals, ...toDate].flatMap((row) => {
      const name = row.dates === undefined ? row.name : `${row.name} (${row.dates})`;
      const rankName = `${name}: rank of ${row.rankedYears} complete years`;
      return [...gainLines({ ...row, name }), [rankName, ...row.ranks.map((rank) => rank ?? null)]];
    }),
  ];
}

function linesOfRow(row: GainRow, columns: readonly string[], unit: GainUnit): CsvCell[][] {
  const { name, cells, basis } = row;
  const shown = columns.map((column, at) => shownCell(row, at, column, unit));
  return [
    [name, ...shown.map(({ value }) => value)],
    [
      `${name}: based on`,
      ...basis.map((text, at) =>
        [text ?? (cells[at] && 'all days'), cells[at]?.isProvisional && 'provisional', shown[at]?.withheld]
          .filter(Boolean)
          .join(', '),
      ),
    ],
  ];
}
