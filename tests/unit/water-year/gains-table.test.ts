import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cfsDaysToAcreFeet } from '#domain/reach-gains.ts';
import { monthsOf, yearKinds } from '#domain/season.ts';
import { shadesOf, toGainsTable } from '#features/water-year/reach-gains/gains-table.ts';

describe('the table of gains', () => {
  const gains = fc.array(
    fc.record({
      year_num: fc.constantFrom('Median', 'Minimum', '2026', '2025', '2024'),
      month_abbrev: fc.constantFrom(...monthsOf('water')),
      reach_gain_cfs: fc.integer({ min: -50_000, max: 90_000 }),
      complete: fc.boolean(),
    }),
    { maxLength: 40 },
  );

  test('has totals that are the sums of the months shown', () => {
    fc.assert(
      fc.property(gains, fc.constantFrom(...yearKinds), (records, kind) => {
        const { columns, rows, totals } = toGainsTable(records, kind);
        expect(rows.map((row) => row.name)).toEqual(monthsOf(kind));
        for (const [at] of columns.entries()) {
          const shown = (wanted: readonly string[]) =>
            rows.filter((row) => wanted.includes(row.name)).flatMap((row) => row.cells[at] ?? []);
          for (const [index, wanted] of [['May', 'Jun', 'Jul', 'Aug', 'Sep'], monthsOf(kind)].entries()) {
            const cells = shown(wanted);
            const total = totals[index]?.cells[at];
            if (cells.length === 0) expect(total).toBeUndefined();
            else {
              expect(total?.value).toBe(cells.reduce((sum, cell) => sum + cell.value, 0));
              expect(total?.complete).toBe(
                cells.length === wanted.length && cells.every((cell) => cell.complete),
              );
            }
          }
        }
        for (const { year_num, month_abbrev, reach_gain_cfs } of records.slice(-1)) {
          const cell = rows.find((row) => row.name === month_abbrev)?.cells[columns.indexOf(year_num)];
          expect(cell?.value).toBe(cfsDaysToAcreFeet(reach_gain_cfs));
        }
      }),
    );
  });

  test('is shaded from the minimum through the median to the maximum of the years, without zeros', () => {
    const cell = (value: number) => ({ value, complete: true });
    const columns = ['Median', '2026', '2025', '2024', '2023', '2022'];
    const cells = [cell(100), cell(10), cell(20), cell(120), cell(0), undefined];
    expect(shadesOf(cells, columns)).toEqual([4, -5, 0, 5, undefined, undefined]);
    expect(shadesOf([cell(7)], ['2026'])).toEqual([0]);
    expect(shadesOf([], [])).toEqual([]);
  });
});
