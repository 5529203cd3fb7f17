import type { DailyRecord, DailySeries } from '#contract/daily-data.ts';
import { valueOrigin } from '#domain/deliverer.ts';
import { columns, toValueRows } from '#downloads/daily-columns.ts';
import { dayNumber, formatDay } from '#lib/calendar.ts';
import { exportedCell, exportedHeader } from '#lib/table/csv.ts';
import { csvRows } from '../../http/csv-file.ts';
import { type RdbColumn, rdbRows } from '../../http/rdb-file.ts';
import type { DailyParameter, DailyRows } from './daily-data.ts';

/** `table` and `rdb` have the columns of the screen's table. */
export type DailyFormat = 'csv' | 'records' | 'table' | 'rdb';

export const csvHeader = [
  'loc_ndx',
  'loc_name',
  'parameter_name',
  'rdate',
  'result_value_daily',
  'units_name',
  'approval',
  'qualifier',
  'flag',
  'data_provider_name',
  'loc_type_name',
  'huc8',
  'huc10',
  'changed_on',
  'changed_from',
  'source',
  'is_demonstration',
] as const satisfies readonly (keyof DailyRecord | 'loc_ndx')[];

/** Writes the values as lines of CSV, or as JSON records that are separated by commas; sorted by location and day. */
export function writeDailyText(rows: DailyRows, format: DailyFormat): string {
  if (format === 'csv') return csvRows(toCells(rows));
  if (format === 'table') return csvRows(tableCells(rows));
  if (format === 'rdb') return rdbRows(rdbCells(rows));
  return Array.from(iterateRecords(rows), (record) => JSON.stringify(record)).join(',');
}

/** The columns of RDB: the site's number, then those of the table. */
export const rdbColumns: readonly RdbColumn[] = [
  { name: 'site_no', kind: 'text' },
  ...columns.map((column) => ({ name: exportedHeader(column), kind: column.kind })),
];

function* tableCells({ parameter, series }: DailyRows) {
  const all = [{ parameterName: parameter.parameter_name, series: series.map(toDailySeries(parameter)) }];
  for (const row of toValueRows(all)) yield columns.map((column) => exportedCell(column, row));
}

function* rdbCells({ parameter, series }: DailyRows) {
  for (const one of series) {
    for (const cells of tableCells({ parameter, series: [one] })) yield [one.loc_id, ...cells];
  }
}

function toDailySeries({ units_name }: DailyParameter) {
  return ({ dates, values, approval, ...rest }: DailyRows['series'][number]): DailySeries => ({
    ...rest,
    units_name,
    dates: parseNumbers(dates),
    values: parseNumbers(values),
    approval: approval ?? '',
  });
}

function parseNumbers(text: string | null): number[] {
  return text === null ? [] : text.split(',').map(Number);
}

function* toCells(rows: DailyRows) {
  for (const record of iterateRecords(rows)) {
    const cells = { ...record, is_demonstration: record.is_demonstration ? 'yes' : 'no' };
    yield csvHeader.map((name) => cells[name]);
  }
}

function* iterateRecords({ parameter, series }: DailyRows): Generator<DailyRecord> {
  const { parameter_name, units_name } = parameter;
  for (const {
    start,
    dates,
    values,
    approval,
    qualifiers,
    changes,
    flagged,
    count: _count,
    loc_id: _id,
    ...siteFields
  } of series) {
    const first = dayNumber(start);
    const passing = parseValues(dates, values, approval);
    const all = flagged.length > 0 ? [...passing, ...flagged].sort((a, b) => a.day - b.day) : passing;
    for (const { day, value, flag, approval: letter } of all) {
      const qualifier = qualifiers[day] ?? null;
      yield {
        ...siteFields,
        ...valueOrigin(siteFields, qualifier),
        parameter_name,
        units_name,
        rdate: formatDay(first + day),
        result_value_daily: value,
        approval: letter,
        qualifier,
        flag,
        changed_on: changes[day]?.on ?? null,
        changed_from: changes[day]?.from ?? null,
      };
    }
  }
}

function parseValues(dates: string | null, values: string | null, approval: string | null) {
  if (dates === null || values === null) return [];
  const days = dates.split(',');
  return values.split(',').map((value, at) => ({
    day: Number(days[at]),
    value: Number(value),
    approval: approval?.[at] ?? '',
    flag: null,
  }));
}
