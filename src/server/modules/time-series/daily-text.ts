import type { DailyRecord } from '#contract/daily-data.ts';
import { dayNumber, formatDay } from '#lib/calendar.ts';
import { csvRows } from '../../http/csv-file.ts';
import type { DailyRows } from './daily-data.ts';

export type DailyFormat = 'csv' | 'records';

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
  return Array.from(iterateRecords(rows), (record) => JSON.stringify(record)).join(',');
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
    count: _,
    ...siteFields
  } of series) {
    const first = dayNumber(start);
    const passing = parseValues(dates, values, approval);
    const all = flagged.length > 0 ? [...passing, ...flagged].sort((a, b) => a.day - b.day) : passing;
    for (const { day, value, flag, approval: letter } of all) {
      yield {
        ...siteFields,
        parameter_name,
        units_name,
        rdate: formatDay(first + day),
        result_value_daily: value,
        approval: letter,
        qualifier: qualifiers[day] ?? null,
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
