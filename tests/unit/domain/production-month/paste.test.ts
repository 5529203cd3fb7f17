import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  isSameCell,
  type MonthCells,
  monthColumns,
  pumpingMethods,
  readCell,
} from '#domain/production-month/cells.ts';
import {
  copyCells,
  findDelimiter,
  formatMonthCsv,
  type Pasted,
  parseDelimited,
  pasteBlock,
} from '#domain/production-month/clipboard.ts';
import {
  blankCells,
  daysOfMonth,
  editCells,
  findFaults,
  isChanged,
  type MonthGrid,
  readLogbookDay,
  shiftMonth,
  sumMonth,
  toEntry,
} from '#domain/production-month/grid.ts';

const month = '2026-08';
const method = 'Hour meter';

/** August 2026 as seen on the 29th; the provider has delivered the 5th. */
const blank: MonthGrid = daysOfMonth(month).map((day) => ({
  day,
  lock: day > '2026-08-29' ? 'future' : day === '2026-08-05' ? 'delivered' : undefined,
  cells: day === '2026-08-05' ? { ...blankCells, hours_pumped: '7' } : blankCells,
}));

function paste(text: string, { row = 0, column = 0, grid = blank, delimiter = '\t' } = {}): Pasted {
  return pasteBlock(grid, parseDelimited(text, delimiter), { month, at: { row, column }, method });
}

/** The filled cells: `1 hours_pumped 12.5`; a method only where it is not the default. */
function filled(grid: MonthGrid): string[] {
  return grid.flatMap(({ day, cells, lock }) =>
    monthColumns
      .filter(({ name }) => !lock && cells[name] !== '' && !(name === 'method' && cells.method === method))
      .map(({ name }) => `${Number(day.slice(8))} ${name} ${cells[name]}`),
  );
}

function leftoversOf({ leftovers }: Pasted): string[] {
  return leftovers.map(({ row, column, text, fault }) => `${row}:${column} ${text} | ${fault}`);
}

function faultsOf({ grid }: Pasted): string[] {
  return findFaults(grid).map(
    ({ row, column, fault }) => `${row + 1} ${monthColumns[column]?.name}: ${fault}`,
  );
}

const hours = (count: number, value = '1') => Array.from({ length: count }, () => value).join('\r\n');

describe('a pasted block', () => {
  const cases: {
    title: string;
    text: string;
    at?: { row?: number; column?: number };
    cells?: string[];
    left?: string[];
    faults?: string[];
  }[] = [
    {
      title: 'without dates goes downward from the chosen cell',
      text: '12.5\t1,204.5\r\n8\t1,212.5\r\n',
      at: { row: 1 },
      cells: [
        '2 hours_pumped 12.5',
        '2 meter_reading 1,204.5',
        '3 hours_pumped 8',
        '3 meter_reading 1,212.5',
      ],
    },
    {
      title: 'goes to its dates, in any order',
      text: '8/3/2026\t3\n2026-08-01\t1\n2-Aug\t2\n',
      cells: ['1 hours_pumped 1', '2 hours_pumped 2', '3 hours_pumped 3'],
    },
    {
      title: 'goes to its titles, in any order',
      text: 'Notes\tDate\tMeter\tHours\nbelt slipped\t08/02/2026\t900\t4\n',
      at: { row: 9, column: 2 },
      cells: ['2 hours_pumped 4', '2 meter_reading 900', '2 remarks belt slipped'],
    },
    {
      title: 'has days of the month under the title Day',
      text: 'Day\tHrs\n1\t5\n31\t2\n32\t9\n',
      cells: ['1 hours_pumped 5'],
      left: [
        '3:2 2 | Aug 31, 2026 is in the future.',
        '4:1 32 | 32 is not a day of this month.',
        '4:2 9 | 32 is not a day of this month.',
      ],
    },
    {
      title: 'has titles and no dates',
      text: 'Hours Pumped\tMeter Reading\n5\t10\n',
      at: { row: 3, column: 4 },
      cells: ['4 hours_pumped 5', '4 meter_reading 10'],
    },
    {
      title: 'leaves blank cells blank',
      text: '5\t\n\t10\n',
      cells: ['1 hours_pumped 5', '2 meter_reading 10'],
      faults: ['2 hours_pumped: Enter the hours, or clear the whole day.'],
    },
    {
      title: 'with too many rows returns those that have no day',
      text: '1\n2\n3\n',
      at: { row: 28 },
      cells: ['29 hours_pumped 1'],
      left: ['2:1 2 | Aug 30, 2026 is in the future.', '3:1 3 | Aug 31, 2026 is in the future.'],
    },
    {
      title: 'past the end of the month returns what does not fit',
      text: hours(33),
      cells: blank.filter(({ lock }) => !lock).map(({ day }) => `${Number(day.slice(8))} hours_pumped 1`),
      left: [
        '5:1 1 | The well’s provider has delivered the hours of Aug 5, 2026.',
        '30:1 1 | Aug 30, 2026 is in the future.',
        '31:1 1 | Aug 31, 2026 is in the future.',
        '32:1 1 | The month has no more days.',
        '33:1 1 | The month has no more days.',
      ],
    },
    {
      title: 'with too many columns returns the others',
      text: '07:00\tEstimated\tfine\tJ. Doe\textra\n',
      at: { row: 2, column: 2 },
      cells: ['3 reading_time 07:00', '3 method Estimated', '3 remarks fine'],
      left: ['1:4 J. Doe | The grid has no more columns.', '1:5 extra | The grid has no more columns.'],
      faults: ['3 hours_pumped: Enter the hours, or clear the whole day.'],
    },
    {
      title: 'with an unknown title returns its column',
      text: 'Date\tHours\tAcre-feet\n8/1/2026\t5\t0.9\n',
      cells: ['1 hours_pumped 5'],
      left: ['2:3 0.9 | The grid has no column “Acre-feet”.'],
    },
    {
      title: 'with a title twice returns the second column',
      text: 'Date\tHours\tHours\n8/1/2026\t5\t6\n',
      cells: ['1 hours_pumped 5'],
      left: ['2:3 6 | The grid has no column “Hours”.'],
    },
    {
      title: 'keeps text in numbers, and names it',
      text: '12.5 hrs\tabc\n12,5\n7:30\n—\n',
      cells: [
        '1 hours_pumped 12.5 hrs',
        '1 meter_reading abc',
        '2 hours_pumped 12,5',
        '3 hours_pumped 7:30',
        '4 hours_pumped —',
      ],
      faults: [
        '1 hours_pumped: “12.5 hrs” is not a number.',
        '1 meter_reading: “abc” is not a number.',
        '2 hours_pumped: “12,5” is not a number. Write 12.5.',
        '3 hours_pumped: “7:30” is not a number. Write 7.5.',
        '4 hours_pumped: “—” is not a number.',
      ],
    },
    {
      title: 'names negative hours and more than 24',
      text: '-1\n24.01\n25\n−3\n(3)\n1e3\nInfinity\nNaN\n0x10\n',
      at: { row: 5 },
      cells: [
        '6 hours_pumped -1',
        '7 hours_pumped 24.01',
        '8 hours_pumped 25',
        '9 hours_pumped −3',
        '10 hours_pumped (3)',
        '11 hours_pumped 1e3',
        '12 hours_pumped Infinity',
        '13 hours_pumped NaN',
        '14 hours_pumped 0x10',
      ],
      faults: [
        ...[6, 7, 8, 9].map((day) => `${day} hours_pumped: Enter hours from 0 to 24.`),
        '10 hours_pumped: “(3)” is not a number.',
        '11 hours_pumped: Enter hours from 0 to 24.',
        '12 hours_pumped: “Infinity” is not a number.',
        '13 hours_pumped: “NaN” is not a number.',
        '14 hours_pumped: “0x10” is not a number.',
      ],
    },
    {
      title: 'returns the row of a total, and rows of other months',
      text: 'Date\tHours\n7/31/2026\t4\n8/1/2026\t5\n8/1/2025\t6\nTotal\t15\n\t9\n',
      cells: ['1 hours_pumped 5'],
      left: [
        '2:1 7/31/2026 | Jul 31, 2026 is not a day of this month.',
        '2:2 4 | Jul 31, 2026 is not a day of this month.',
        '4:1 8/1/2025 | Aug 1, 2025 is not a day of this month.',
        '4:2 6 | Aug 1, 2025 is not a day of this month.',
        '5:1 Total | “Total” is not a date.',
        '5:2 15 | “Total” is not a date.',
        '6:2 9 | The row has no date.',
      ],
    },
    {
      title: 'with a date twice returns the second row',
      text: '8/1/2026\t5\n8/1/2026\t6\n',
      cells: ['1 hours_pumped 5'],
      left: [
        '2:1 8/1/2026 | Aug 1, 2026 is already in row 1 of what was pasted.',
        '2:2 6 | Aug 1, 2026 is already in row 1 of what was pasted.',
      ],
    },
    {
      title: 'has line breaks, tabs and quotes within quoted cells',
      text: '5\t"belt\nslipped\t""again"""\n6\t5" pipe\n',
      at: { column: 3 },
      cells: ['1 method 5', '1 remarks belt\nslipped\t"again"', '2 method 6', '2 remarks 5" pipe'],
      faults: [
        '1 hours_pumped: Enter the hours, or clear the whole day.',
        '1 method: Enter Hour meter, Power records, Operator’s log or Estimated.',
        '2 hours_pumped: Enter the hours, or clear the whole day.',
        '2 method: Enter Hour meter, Power records, Operator’s log or Estimated.',
      ],
    },
    { title: 'that is empty changes nothing', text: '' },
    {
      title: 'of one column of remarks may begin with a word that is a title',
      text: 'Notes\nfine',
      at: { column: 4 },
      cells: ['1 remarks Notes', '2 remarks fine'],
      faults: [
        '1 hours_pumped: Enter the hours, or clear the whole day.',
        '2 hours_pumped: Enter the hours, or clear the whole day.',
      ],
    },
  ];
  test.each(cases)('$title', ({ text, at = {}, cells = [], left = [], faults = [] }) => {
    const pasted = paste(text, at);
    expect(filled(pasted.grid)).toEqual(cells);
    expect(leftoversOf(pasted)).toEqual(left);
    expect(faultsOf(pasted)).toEqual(faults);
  });

  test('counts every cell with text as taken or left over', () => {
    const text = fc.array(
      fc.array(
        fc.oneof(
          fc.constantFrom('8/1/2026', '5', '', 'Total', '99', 'x y'),
          fc.stringMatching(/^[a-z \d.,/-]{0,8}$/),
        ),
        { minLength: 1, maxLength: 8 },
      ),
      { minLength: 1, maxLength: 40 },
    );
    fc.assert(
      fc.property(text, fc.nat(30), fc.nat(4), (block, row, column) => {
        const plainBlock = block.map((cells) => cells.map((cell) => cell.replace(/^["']+/, '')));
        const { taken, leftovers } = pasteBlock(blank, plainBlock, { month, at: { row, column }, method });
        const texts = plainBlock.flat().filter((cell) => cell.trim() !== '').length;
        // A row of titles, a date for each row, and the delivered value that is the same are neither.
        expect(taken + leftovers.length).toBeLessThanOrEqual(texts);
        expect(taken + leftovers.length).toBeGreaterThanOrEqual(texts - 8 - block.length - 5);
      }),
      { seed: 22, numRuns: 200 },
    );
  });
});

describe('copying', () => {
  const cell = fc.oneof(
    fc.string({ maxLength: 12 }),
    fc.constantFrom(
      '=1+1',
      "'=1",
      "''-x",
      '-5',
      '12.5',
      '1,200',
      '"',
      'a"b',
      'a\tb',
      'a\nb',
      '#',
      '',
      '8/3/2026',
      'Total',
      'Date',
      'Hours',
      '@x',
    ),
  );
  const cleaned = cell.map((text) => text.replace(/\r\n?/g, '\n').trim());
  const cells = fc.record<MonthCells>({
    hours_pumped: cleaned,
    meter_reading: cleaned,
    reading_time: cleaned,
    method: fc.constantFrom(...pumpingMethods),
    remarks: cleaned,
  });
  const grids = fc.array(cells, { minLength: blank.length, maxLength: blank.length }).map((rows) =>
    editCells(
      blank,
      rows.map((each, row) => ({ row, cells: each })),
      method,
    ),
  );
  const whole = { from: { row: 0, column: 0 }, to: { row: 30, column: 4 } };

  test('a grid and pasting it gives the same grid, into any other one', () => {
    fc.assert(
      fc.property(grids, grids, fc.nat(30), fc.nat(4), (grid, other, row, column) => {
        const pasted = paste(copyCells(grid, whole), { grid: other, row, column });
        expect(pasted.grid).toEqual(grid);
        expect(pasted.leftovers).toEqual([]);
      }),
      { seed: 22, numRuns: 60 },
    );
  });

  test('a grid as a CSV file gives the same grid', () => {
    fc.assert(
      fc.property(grids, (grid) => {
        const csv = formatMonthCsv(grid);
        expect(findDelimiter(csv)).toBe(',');
        expect(paste(csv, { delimiter: ',' }).grid).toEqual(grid);
      }),
      { seed: 22, numRuns: 60 },
    );
  });

  test('some cells gives their texts with tabs', () => {
    const { grid } = paste('5\t10\t07:00\n6\t20\t\n');
    expect(copyCells(grid, { from: { row: 1, column: 2 }, to: { row: 0, column: 1 } })).toBe(
      '10\t07:00\r\n20\t\r\n',
    );
  });
});

test.each([
  ['2026-08-03', '2026-08-03'],
  ['2026-08-03T00:00:00', '2026-08-03'],
  ['8/3/2026 0:00', undefined],
  ['8/3/26', '2026-08-03'],
  ['08-03-2026', '2026-08-03'],
  ['8/3', '2026-08-03'],
  ['3-Aug', '2026-08-03'],
  ['3 August 2026', '2026-08-03'],
  ['3-Aug-26', '2026-08-03'],
  ['Mon, Aug 3, 2026', '2026-08-03'],
  ['Aug 3', '2026-08-03'],
  ['2/30/2026', undefined],
  ['13/1/2026', undefined],
  ['12', undefined],
  ['12.5', undefined],
  ['', undefined],
  ['Aug', undefined],
])('reads the date %j as %s', (text, day) => {
  expect(readLogbookDay(text, month)).toBe(day);
});

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
    const { grid } = paste('0.1\t1,000\n0.2\t\nx\t1,500.5\n0\t\n');
    expect(sumMonth(grid)).toEqual({ hours: 7.3, days: 4, pumpedDays: 3, meter: 500.5 });
    expect(sumMonth(blank).meter).toBeUndefined();
  });

  test('gives the values of a day', () => {
    const { grid } = paste('5\t1,000\t7:00 am\test\tfine\n');
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
