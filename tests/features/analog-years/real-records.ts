import { dayOrderOf } from '#domain/season/season.ts';
import { statisticOf } from '#domain/statistics/statistics.ts';
import { type DayNumber, dayNumber, dayParts } from '#lib/calendar.ts';
import {
  dailyValues,
  flowColumns,
  flowFile,
  request,
  rowsOf,
  snowFile,
  totalsOf,
} from '../../support/real-series.ts';

/** The storage, the natural flow at Heise and, on April 1 only, the snow of its groups. */
export function realAnalogRecords() {
  const toRecord = (values: ReadonlyMap<DayNumber, number>) => ({
    days: [...values.keys()],
    values: [...values.values()],
  });
  const snow = rowsOf(snowFile);
  const snowOf = (id: string) =>
    toRecord(
      new Map(
        snow.flatMap(({ site_id, water_year, apr1_swe_in: inches }) =>
          site_id === id && inches ? [[dayNumber(`${water_year}-04-01`), Number(inches)] as const] : [],
        ),
      ),
    );
  const siteOf = (record: ReturnType<typeof snowOf>) => {
    const statistic = statisticOf(
      record.days.map((day, at) => ({ year: dayParts(day).year, value: record.values[at] ?? 0 })),
    );
    const order = dayOrderOf(dayNumber('2020-04-01'), 'water');
    return { record, medians: new Map(statistic ? [[order, statistic.median]] : []) };
  };
  return {
    storage: [toRecord(totalsOf('system'))],
    flow: [toRecord(dailyValues(flowFile, flowColumns.heise ?? ''))],
    snow: (request.points.find(({ id }) => id === 'heise')?.groups ?? []).map(({ label, records }) => ({
      label,
      sites: records.map(({ id }) => siteOf(snowOf(id.split(':')[0] ?? ''))),
    })),
    gains: undefined,
  };
}
