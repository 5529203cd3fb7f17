import { type CsvCell, csvLineEnd, escapeFormula, toCsvCell, toCsvComment } from '#lib/csv.ts';
import type { GainRow, GainsTable } from './gains-table.ts';

/** Exports the table as shown, in acre-feet. The lines of `comment` come first, each after `# `. */
export function toGainsCsv(table: GainsTable, comment: readonly string[]): string {
  const text = linesOf(table).map((line) => line.map(toCsvCell).join(','));
  return [...toCsvComment(comment), ...text, ''].join(csvLineEnd);
}

/** Exports the same for the clipboard: with tabs between cells, as spreadsheets paste them. */
export function toGainsTsv(table: GainsTable): string {
  const toCell = (value: CsvCell) => (typeof value === 'string' ? escapeFormula(value) : String(value ?? ''));
  return linesOf(table)
    .map((line) => line.map(toCell).join('\t'))
    .join('\n');
}

/** Below each row of sums is another with what they rest on, and below the totals are their ranks. */
function linesOf({ columns, months, totals, toDate }: GainsTable): CsvCell[][] {
  return [
    ['Month', ...columns],
    ...months.flatMap(gainLines),
    ...[...totals, ...toDate].flatMap((row) => {
      const name = row.dates === undefined ? row.name : `${row.name} (${row.dates})`;
      const rankName = `${name}: rank of ${row.rankedYears} complete years`;
      return [...gainLines({ ...row, name }), [rankName, ...row.ranks.map((rank) => rank ?? null)]];
    }),
  ];
}

function gainLines({ name, cells, basis }: GainRow): CsvCell[][] {
  return [
    [name, ...cells.map((cell) => cell?.value ?? null)],
    [
      `${name}: based on`,
      ...basis.map((text, at) =>
        [text ?? (cells[at] && 'all days'), cells[at]?.isProvisional && 'provisional']
          .filter(Boolean)
          .join(', '),
      ),
    ],
  ];
}
