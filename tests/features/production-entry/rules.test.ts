import { describe, expect, test } from 'vitest';
import { isSameCell, readCell } from '#features/production-entry/rules/cells.ts';
import {
  blankCells,
  daysOfMonth,
  editCells,
  findFaults,
  isChanged,
  type MonthGrid,
  shiftMonth,
  sumMonth,
  toEntry,
} from '#features/production-entry/rules/grid.ts';

const month = '2026-08';
const method = 'Hour meter';

/** August 2026 as seen on the 29th; the provider has delivered the 5th. */
const blank: MonthGrid = daysOfMonth(month).map((day) => ({
  day,
  lock: day > '2026-08-29' ? 'future' : day === '2026-08-05' ? 'delivered' : undefined,
  cells: day === '2026-08-05' ? { ...blankCells, hours_pumped: '7' } : blankCells,
}));

test.each([
  ['reading_time', '7:05 PM', '19:05'],
  ['reading_time', '12:00 am', '00:00'],
  ['reading_time', '07:05:00', '07:05'],
  ['reading_time', '24:00', undefined],
  ['reading_time', '13:00 PM', undefined],
  ['reading_time', '7', undefined],
  ['method', 'h', 'Hour meter'],
  ['method', "operator's log", 'Operator’s log'],
  ['method', 'guess', undefined],
  ['hours_pumped', ' 24 ', 24],
  ['hours_pumped', '.5', 0.5],
  ['hours_pumped', '-0', 0],
  ['meter_reading', '1,204,300.25', 1_204_300.25],
  ['meter_reading', '1,20', undefined],
  ['meter_reading', '1,000,000,001', undefined],
  ['remarks', 'x'.repeat(1001), undefined],
] as const)('reads a cell of %s with %j as %j', (column, text, value) => {
  const reading = readCell(column, text);
  expect('value' in reading ? reading.value : undefined).toBe(value);
});

test.each([
  ['hours_pumped', '25', 'Enter hours from 0 to 24.'],
  ['hours_pumped', '7:30', '“7:30” is not a number. Write 7.5.'],
  ['hours_pumped', '12,5', '“12,5” is not a number. Write 12.5.'],
  ['meter_reading', '-1', 'Enter a meter reading from 0 to 1,000,000,000.'],
  ['reading_time', '24:00', 'Enter a time, HH:MM.'],
  ['method', 'guess', 'Enter Hour meter, Power records, Operator’s log or Estimated.'],
  ['remarks', 'a\0', 'Remove the null character.'],
] as const)('a cell of %s with %j has a fault: %s', (column, text, fault) => {
  expect(readCell(column, text)).toEqual({ fault });
});

test('a day needs its hours and a method, unless it is cleared', () => {
  const faultsOf = (cells: object) =>
    findFaults(editCells(blank, [{ row: 0, cells }], '')).map((each) => each.fault);
  expect(faultsOf({ remarks: 'pump out' })).toEqual([
    'Enter the hours, or clear the whole day.',
    'Enter a method.',
  ]);
  expect(faultsOf({})).toEqual([]);
});

describe('the grid', () => {
  test('a day takes the method with its first reading, and loses it with its last', () => {
    const entered = editCells(blank, [{ row: 0, cells: { hours_pumped: '5' } }], 'Estimated');
    expect(entered[0]?.cells.method).toBe('Estimated');
    const corrected = editCells(entered, [{ row: 0, cells: { hours_pumped: '6' } }], 'Hour meter');
    expect(corrected[0]?.cells.method).toBe('Estimated');
    expect(editCells(corrected, [{ row: 0, cells: { hours_pumped: '' } }], method)).toEqual(blank);
  });

  test('a number written in another way is no change', () => {
    const [row] = editCells(blank, [{ row: 0, cells: { meter_reading: '1200' } }], method);
    if (!row) throw new Error('There is no first day.');
    expect(isChanged({ ...row, cells: { ...row.cells, meter_reading: '1,200.0' } }, row)).toBe(false);
    expect(isChanged({ ...row, cells: { ...row.cells, meter_reading: 'x' } }, row)).toBe(true);
    expect(isSameCell('hours_pumped', 'x', 'x')).toBe(true);
  });

  test('sums valid hours, delivered ones included, and the meter from its first to its last reading', () => {
    const rows = [
      { hours_pumped: '0.1', meter_reading: '1,000' },
      { hours_pumped: '0.2' },
      { hours_pumped: 'x', meter_reading: '1,500.5' },
      { hours_pumped: '0' },
    ];
    const grid = editCells(
      blank,
      rows.map((cells, row) => ({ row, cells })),
      method,
    );
    expect(sumMonth(grid)).toEqual({ hours: 7.3, days: 4, pumpedDays: 3, meter: 500.5 });
    expect(sumMonth(blank).meter).toBeUndefined();
  });

  test('gives the values of a day', () => {
    const cells = {
      hours_pumped: '5',
      meter_reading: '1,000',
      reading_time: '7:00 am',
      method: 'est',
      remarks: 'fine',
    };
    const grid = editCells(blank, [{ row: 0, cells }], method);
    expect(grid[0] && toEntry(grid[0])).toEqual({
      hours_pumped: 5,
      meter_reading: 1000,
      reading_time: '07:00',
      method: 'Estimated',
      remarks: 'fine',
    });
  });

  test('finds the months beside one, and the days of a leap February', () => {
    expect([shiftMonth('2026-01', -1), shiftMonth('2026-12', 1)]).toEqual(['2025-12', '2027-01']);
    expect(daysOfMonth('2024-02').at(-1)).toBe('2024-02-29');
  });
});
