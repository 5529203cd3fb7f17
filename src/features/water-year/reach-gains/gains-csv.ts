import { type CsvCell, csvLineEnd, toCsvCell, toCsvComment } from '#lib/csv.ts';
import type { GainRow, GainsTable } from './gains-table.ts';

/**
 * Exports the table as shown, in acre-feet: below each row of sums another with what they rest on, and below the totals
 * their ranks. The lines of `comment` come first, each after `# `.
 */
export function toGainsCsv(
  { columns, months, totals, toDate }: GainsTable,
  comment: readonly string[],
): string {
  const lines = [
    ...months.flatMap(gainLines),
    ...[...totals, ...toDate].flatMap((row) => {
      const name = row.dates === undefined ? row.name : `${row.name} (${row.dates})`;
      const rankName = `${name}: rank of ${row.rankedYears} complete years`;
      return [...gainLines({ ...row, name }), [rankName, ...row.ranks.map((rank) => rank ?? null)]];
    }),
  ];
  const text = [['Month', ...columns], ...lines].map((line) => line.map(toCsvCell).join(','));
  return [...toCsvComment(comment), ...text, ''].join(csvLineEnd);
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
