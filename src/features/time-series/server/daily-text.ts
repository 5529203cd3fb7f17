import type { DailyRecord, DailySeries } from '#contract/daily-data.ts';
import { sourceOfValue } from '#domain/deliverer.ts';
import { formatDay } from '#lib/calendar.ts';
import { toCsvFile } from '#lib/csv.ts';
import { exportedCell, exportedHeader } from '#lib/table/rows.ts';
import { type RdbColumn, rdbRows } from '#server/http/text-files.ts';
import { approvalOf, columns, dayOf, qualifierOf, resultOf, toValueRows } from '../files.ts';
import type { DailyParameter, DailyRows } from './daily-data.ts';

/** `table` and `rdb` have the columns of the screen's table. */
export type DailyFormat = 'csv' | 'records' | 'table' | 'rdb';

export const csvHeader = [
  'loc_ndx',
  'loc_id',
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
] as const satisfies readonly (keyof DailyRecord)[];

/** Writes the values as lines of CSV, or as JSON records that are separated by commas; sorted by location and day. */
export function writeDailyText(rows: DailyRows, format: DailyFormat): string {
  if (format === 'csv') return toCsvFile([], toCells(rows));
  if (format === 'table') return toCsvFile([], tableCells(rows));
  if (format === 'rdb') return rdbRows(tableCells(rows, inRdbOrder));
  return Array.from(iterateRecords(rows), (record) => JSON.stringify(record)).join(',');
}

const isNumber = ({ id }: { readonly id: string }) => id === 'number';
/** RDB has the site's number first, as the USGS does. */
const inRdbOrder = [...columns.filter(isNumber), ...columns.filter((column) => !isNumber(column))];

export const rdbColumns: readonly RdbColumn[] = inRdbOrder.map((column) => ({
  name: isNumber(column) ? 'site_no' : exportedHeader(column),
  kind: column.kind,
}));

function* tableCells({ parameter, series }: DailyRows, ordered = columns) {
  const all = [{ parameterName: parameter.parameter_name, series: series.map(toDailySeries(parameter)) }];
  for (const row of toValueRows(all)) yield ordered.map((column) => exportedCell(column, row));
}

export function toDailySeries({ units_name }: DailyParameter) {
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
  for (const record of iterateRecords(rows)) yield csvHeader.map((name) => record[name]);
}

function* iterateRecords({ parameter, series }: DailyRows): Generator<DailyRecord> {
  const { parameter_name, units_name } = parameter;
  for (const one of series) {
    const { start: _start, count: _count, dates: _dates, values: _values, approval: _, ...fields } = one;
    const { qualifiers: _qualifiers, changes, flagged: _flagged, ...siteFields } = fields;
    for (const row of toValueRows([{ parameterName: '', series: [toDailySeries(parameter)(one)] }])) {
      const day = dayOf(row);
      const qualifier = qualifierOf(row) ?? null;
      const change = changes[String(day - row.first)];
      yield {
        ...siteFields,
        source: sourceOfValue(siteFields.source, qualifier),
        parameter_name,
        units_name,
        rdate: formatDay(day),
        result_value_daily: resultOf(row) ?? Number.NaN,
        approval: approvalOf(row) ?? '',
        qualifier,
        flag: row.flagged?.flag ?? null,
        changed_on: change?.on ?? null,
        changed_from: change?.from ?? null,
      };
    }
  }
}
