import type { FastifyInstance } from 'fastify';
import {
  listOfficialForecasts,
  type OfficialStatistics,
  readOfficialStatistics,
} from '#contract/official-statistics.ts';
import { demonstrationNote } from '#domain/demonstration.ts';
import { summarizeDifferences } from '#domain/official-statistics.ts';
import { waterYear } from '#domain/water-year.ts';
import { dayNumber, todayInBasin, yesterdayInBasin } from '#lib/calendar.ts';
import { formatExportedAt } from '#lib/calendar-text.ts';
import type { Queryable } from '../../db/store.ts';
import type { CachedBody } from '../../http/cached-body.ts';
import { createCsvFile } from '../../http/csv-file.ts';
import { registerEndpoint } from '../../http/register-endpoint.ts';
import { compareMedians, comparePeaks, hasOfficialStatistics, readForecasts } from './queries.ts';

export function registerOfficialStatisticsRoutes(app: FastifyInstance, from: Queryable) {
  registerEndpoint(
    app,
    readOfficialStatistics,
    async ({ query }) => {
      const { statistic = 'median', day = yesterdayInBasin(new Date()), format = 'json' } = query;
      const rows =
        statistic === 'peak'
          ? await comparePeaks(from, waterYear(dayNumber(todayInBasin(new Date()))))
          : await compareMedians(from, day.slice(5));
      const summary = summarizeDifferences(rows);
      const answer: OfficialStatistics = {
        statistic,
        day,
        is_imported: rows.length > 0 || (await hasOfficialStatistics(from)),
        rows,
        summary: { ...summary, largest: [...summary.largest] },
      };
      return format === 'csv' ? toCsv(answer) : answer;
    },
    { maxAge: 'never' },
  );

  registerEndpoint(app, listOfficialForecasts, () => readForecasts(from), { maxAge: 'never' });
}

const columns = [
  'loc_ndx',
  'loc_id',
  'loc_name',
  'parameter_name',
  'units_name',
  'our_value',
  'our_years',
  'agency',
  'agency_value',
  'agency_years',
  'agency_period',
  'agency_month_day',
  'difference',
  'difference_percent',
  'fetched_at',
] as const;

function toCsv({ statistic, day, rows }: OfficialStatistics): CachedBody {
  const subject = statistic === 'peak' ? 'Median peaks' : `Medians of the day ${day.slice(5)}`;
  return createCsvFile({
    fileName: statistic === 'peak' ? 'official median peaks' : `official medians ${day.slice(5)}`,
    notes: [
      `${subject}: ours, of 1991–2020, beside those that the agencies publish`,
      'difference: ours less the agency’s; difference_percent: in percent of the agency’s',
      `is_demonstration: ${demonstrationNote}`,
      formatExportedAt(new Date()),
      `Rows: ${rows.length}`,
    ],
    header: [...columns, 'is_demonstration'],
    rows: rows.map((row) => [...columns.map((name) => row[name]), row.is_demonstration ? 'yes' : 'no']),
  });
}
