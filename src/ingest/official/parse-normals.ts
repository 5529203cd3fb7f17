import * as z from 'zod/mini';
import { dailyMean } from '../agencies/usgs/codes.ts';
import { parseJson, parseResponse } from '../parse-response.ts';
import type { Target } from '../source.ts';
import { checkUnit, convertUnit, type UnitConversion } from '../units.ts';
import {
  mayBeNegative,
  type OfficialRejection,
  type OfficialSet,
  type OfficialStatistic,
} from './official-site.ts';
import { isMonthDay, NumberField, readNumberField } from './read-cells.ts';

const StatisticRow = z.object({
  computation: z.string(),
  time_of_year: z.optional(z.nullable(z.string())),
  time_of_year_type: z.optional(z.nullable(z.string())),
  sample_count: z.optional(z.nullable(z.number())),
  value: NumberField,
  /** Percentiles come as two lists of one length. */
  values: z.optional(z.nullable(z.array(NumberField))),
  percentiles: z.optional(z.nullable(z.array(z.string()))),
});
type StatisticRow = z.output<typeof StatisticRow>;

const NormalsPage = z.object({
  features: z.array(
    z.object({
      properties: z.object({
        monitoring_location_id: z.string(),
        data: z.array(
          z.object({
            parameter_code: z.string(),
            unit_of_measure: z.optional(z.nullable(z.string())),
            parent_statistic_id: z.optional(z.nullable(z.string())),
            parent_time_series_id: z.optional(z.nullable(z.string())),
            values: z.array(StatisticRow),
          }),
        ),
      }),
    }),
  ),
  next: z.optional(z.nullable(z.string())),
});

/** Statistics of one of a site's time series, or a part of them. */
export type NormalsPart = {
  readonly site: string;
  readonly code: string;
  readonly unit: string;
  readonly statisticId: string;
  readonly seriesId: string;
  readonly rows: readonly StatisticRow[];
};

/** Parses a page of `observationNormals`. `next` is the token of the next page. @throws SourceRefused */
export function parseNormalsPage(text: string): { parts: NormalsPart[]; next: string | undefined } {
  const service = 'the USGS statistics service';
  const page = parseResponse(NormalsPage, parseJson(text, service), service);
  const parts = page.features.flatMap(({ properties: { monitoring_location_id, data } }) =>
    data.map((each) => ({
      site: monitoring_location_id.replace(/^USGS-/i, ''),
      code: each.parameter_code,
      unit: each.unit_of_measure ?? '',
      statisticId: each.parent_statistic_id ?? '',
      seriesId: each.parent_time_series_id ?? '',
      rows: each.values,
    })),
  );
  return { parts, next: page.next || undefined };
}

/**
 * Merges the pages of a site and a code: of several time series of daily means, the one with the most years is taken.
 * Undefined without statistics of daily means; a text if they cannot be used.
 */
export function mergeNormals(
  parts: readonly NormalsPart[],
  { parameter }: Target,
): OfficialSet | string | undefined {
  const means = parts.filter(({ statisticId }) => statisticId === dailyMean);
  const series = [...Map.groupBy(means, ({ seriesId }) => seriesId).values()].map((some) => ({
    rows: some.flatMap(({ rows }) => rows),
    unit: some[0]?.unit ?? '',
  }));
  const countYears = ({ rows }: { rows: readonly StatisticRow[] }) =>
    Math.max(0, ...rows.map(({ sample_count }) => sample_count ?? 0));
  const [longest, ...others] = series.toSorted((one, other) => countYears(other) - countYears(one));
  const [first] = means;
  if (!longest || !first) return undefined;
  const unit = checkUnit(longest.unit, parameter);
  if ('refusal' in unit) return unit.refusal;
  const notes = unit.note === undefined ? [] : [unit.note];
  if (others.length > 0)
    notes.push(`Of ${series.length} time series, the one with the most years was taken.`);
  return {
    name: `${first.site} ${first.code}`,
    parameter,
    period: 'period of record',
    notes,
    ...readRows(longest.rows, unit.conversion, mayBeNegative(parameter)),
  };
}

type PlainStatistic = { readonly statistic: string; readonly field: StatisticRow['value'] };

function readRows(rows: readonly StatisticRow[], conversion: UnitConversion, isSigned: boolean) {
  const found = new Map<string, OfficialStatistic>();
  const rejections: OfficialRejection[] = [];
  const missing = new Set<string>();
  for (const row of rows) {
    const { time_of_year: monthDay, time_of_year_type: type, sample_count: years } = row;
    const at = monthDay ?? '';
    const plain = toPlainStatistics(row);
    if (plain.length === 0) continue;
    const reject = (reason: string, value: unknown = row.value) =>
      rejections.push({ at, value: String(value ?? ''), reason });
    if (type !== 'day_of_year') {
      reject(`is a statistic of a ${type ?? 'period that is not named'}, not of a day`);
      continue;
    }
    if (!isMonthDay(at)) {
      reject('has a day that does not exist');
      continue;
    }
    for (const { statistic, field } of plain) {
      const number = readNumberField(field);
      if (number === 'missing') missing.add(`${statistic} ${at}`);
      else if ('reason' in number) reject(number.reason, field);
      else if (number.value < 0 && !isSigned) reject('is below zero', field);
      else {
        const value = convertUnit(number.value, conversion);
        found.set(`${statistic} ${at}`, { statistic, monthDay: at, value, years: years ?? undefined });
      }
    }
  }
  return {
    statistics: [...found.values()],
    missing: [...missing].filter((key) => !found.has(key)).length,
    rejections,
  };
}

/** Names a row's statistics; none for those that the portal does not store, such as a mean. */
function toPlainStatistics({ computation, value, values, percentiles }: StatisticRow): PlainStatistic[] {
  if (computation === 'median') return [{ statistic: 'median', field: value }];
  if (computation !== 'percentile') return [];
  return (percentiles ?? []).flatMap((percentile, at) => {
    if (!/^\d{1,2}$/.test(percentile)) return [];
    const statistic = percentile === '50' ? 'median' : `p${percentile.padStart(2, '0')}`;
    return [{ statistic, field: values?.[at] }];
  });
}
