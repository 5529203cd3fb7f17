import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { outlookRequestOf } from '#contract/basin/basin-requests.ts';
import type { Winter } from '#domain/carry-over.ts';
import type { FillHistoryYear } from '#domain/fill/fill-result.ts';
import { fillYearOf } from '#domain/fill/fill-year.ts';
import { computeOutlook } from '#domain/outlook/compute-outlook.ts';
import type { OutlookTraining } from '#domain/outlook/training.ts';
import { acreFeetPerCfsDay } from '#domain/season/cumulative-volume.ts';
import { dayOrderOf } from '#domain/season/season.ts';
import { statisticOf } from '#domain/statistics/statistics.ts';
import { type DayNumber, dayNumber, dayParts, formatDay } from '#lib/calendar.ts';
import { mean } from '#lib/moments.ts';
import { basin } from './basin.ts';

const directory = path.resolve(import.meta.dirname, '../../../shared/data/real');
/** Tests on measured series are skipped where these are not at hand. */
export const hasRealSeries = existsSync(directory);

const firstYear = 1982;
const lastYear = 2020;
const years = Array.from({ length: lastYear - firstYear + 1 }, (_, at) => firstYear + at);
/** The Bureau of Reclamation's columns. */
const flowColumns: Readonly<Record<string, string>> = { heise: 'heii_qu', 'island-park': 'isli_qu' };
const snowFile = 'snotel_annual_peak_and_apr1_swe.csv';
const flowFile = 'usbr_daily_heii_heni_isli_1980_2020.csv';
const storageFile = 'usbr_daily_reservoir_af_1980_2020.csv';

const request = outlookRequestOf(basin);
export const fillGroups = request.fill;

function rowsOf(file: string): Record<string, string>[] {
  const [head = '', ...lines] = readFileSync(path.join(directory, file), 'utf8').trim().split('\n');
  const names = head.trim().split(',');
  return lines.map((line) => {
    const cells = line.trim().split(',');
    return Object.fromEntries(names.map((name, at) => [name, cells[at] ?? '']));
  });
}

function dailyValues(file: string, column: string): Map<DayNumber, number> {
  return new Map(
    rowsOf(file).flatMap((row) => {
      const cell = row[column];
      return cell ? [[dayNumber(row.DateTime ?? ''), Number(cell)] as const] : [];
    }),
  );
}

/** The days from one day of a year to another, `MM-DD`, both included. */
function daysOf(from: string, to: string, year: number, startYear = year): DayNumber[] {
  const first = dayNumber(`${startYear}-${from}`);
  return Array.from({ length: dayNumber(`${year}-${to}`) - first + 1 }, (_, at) => first + at);
}

/**
 * A point of the basin file on an issue day, `MM-DD`, of 1982 to 2020: from April 1 on the snow of its sites on April 1, which
 * is all that the file has, the mean flow from November up to the day before, at the latest March 31, and the volume from
 * April to July.
 */
export function realTraining(point: string, issued = '04-01'): OutlookTraining {
  const groups = request.points.find(({ id }) => id === point)?.groups ?? [];
  const snow = new Map(
    rowsOf(snowFile).map((row) => [`${row.site_id} ${row.water_year}`, Number(row.apr1_swe_in)]),
  );
  const stations = groups
    .flatMap(({ records }) => records.map(({ id }) => id.split(':')[0]))
    .filter((id) => snow.has(`${id} 2020`));
  const flows = dailyValues(flowFile, flowColumns[point] ?? '');
  const flowsOf = (days: readonly DayNumber[]) => flowsFrom(flows, days);
  const hasSnow = issued >= '04-01';
  const volumesOf = (isWanted: (day: DayNumber, first: DayNumber) => boolean) =>
    years.map((year) => {
      const first = dayNumber(`${year}-${issued}`);
      const days = daysOf('04-01', '07-31', year).filter((day) => isWanted(day, first));
      return flowsOf(days).reduce((sum, flow) => sum + flow * acreFeetPerCfsDay, 0);
    });
  return {
    years,
    predictors: years.map((year) => [
      ...(hasSnow ? stations : []).map((id) => {
        const inches = snow.get(`${id} ${year}`);
        return inches === undefined || Number.isNaN(inches) ? undefined : inches;
      }),
      mean(
        flowsOf(
          daysOf('11-01', '03-31', year, year - 1).filter((day) => day < dayNumber(`${year}-${issued}`)),
        ),
      ),
    ]),
    volumes: volumesOf((day, first) => day >= first),
    before: volumesOf((day, first) => day < first),
  };
}

/** The total storage of a fill group by day; the few negative values are no storage. */
const totalsOf = memoized((group: string): ReadonlyMap<DayNumber, number> => {
  const members = membersOf(group);
  const records = members.map(({ id }) => dailyValues(storageFile, `${id.toLowerCase()}_af`));
  return new Map(
    [...(records[0]?.keys() ?? [])].flatMap((day) => {
      const values = records.map((record) => record.get(day) ?? -1);
      return values.some((value) => value < 0) ? [] : [[day, values.reduce((sum, value) => sum + value, 0)]];
    }),
  );
});

function membersOf(group: string) {
  return request.fill.find(({ id }) => id === group)?.members ?? [];
}

export function capacityOf(group: string): number {
  return membersOf(group).reduce((sum, { capacity }) => sum + capacity, 0);
}

/** The total storage of a fill group on a day. */
export function realStorage(group: string, day: string): number | undefined {
  return totalsOf(group).get(dayNumber(day));
}

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

/** The years of a fill group from an issue day to a date, `MM-DD`, with the forecasts of their years. */
export function realFillYears(
  group: string,
  { issued, by, target_af }: { readonly issued: string; readonly by: string; readonly target_af: number },
  forecasts: ReadonlyMap<number, number>,
): FillHistoryYear[] {
  const totals = totalsOf(group);
  return years.flatMap((year) => {
    const days = daysOf(issued, by, year);
    const storage = days.map((day) => totals.get(day));
    return fillYearOf(year, days[0] ?? 0, storage, target_af, forecasts.get(year) ?? null) ?? [];
  });
}

/**
 * The winters of a fill group from a day of August to December, `MM-DD`, to April 1 of 1981 to 2020. The flow is that since
 * October 1, of a week or more.
 */
export function realWinters(group: string, issued: string): Winter[] {
  const totals = totalsOf(group);
  const flows = dailyValues(flowFile, flowColumns[pointOf(group)] ?? '');
  const storageOf = (day: DayNumber) => [day, day - 1, day - 2, day - 3].map((each) => totals.get(each));
  const last = (day: DayNumber) => storageOf(day).find((value) => value !== undefined) ?? null;
  return Array.from({ length: 40 }, (_, at) => 1981 + at).flatMap((year) => {
    // Without February 29, so that all winters have the same days.
    const days = daysOf(issued, '04-01', year, year - 1).filter((day) => !formatDay(day).endsWith('02-29'));
    const [first = 0, ...path] = days;
    const storage = last(first);
    const october = issued >= '10-08' ? year - 1 : year - 2;
    const season = daysOf('10-01', issued, year - 1, october).slice(0, -1);
    const known = flowsFrom(flows, season);
    const flow = known.length < 0.9 * season.length ? null : mean(known) * season.length * acreFeetPerCfsDay;
    return storage === null ? [] : [{ year, storage_af: storage, flow_af: flow, path_af: path.map(last) }];
  });
}

function pointOf(group: string): string {
  return request.fill.find(({ id }) => id === group)?.point ?? '';
}

function flowsFrom(flows: ReadonlyMap<DayNumber, number>, days: readonly DayNumber[]): number[] {
  return days.flatMap((day) => flows.get(day) ?? []);
}

/** The leave-one-out forecasts of a point on an issue day, by year; none where the outlook is withheld. */
export function realForecasts(point: string, issued = '04-01'): ReadonlyMap<number, number> {
  return forecastsOn(`${point} ${issued}`);
}

const forecastsOn = memoized((key: string): ReadonlyMap<number, number> => {
  const [point = '', issued] = key.split(' ');
  const training = realTraining(point, issued);
  const values = training.predictors.at(-1) ?? [];
  const result = computeOutlook(training, { year: lastYear + 1, values, before: 0 });
  const rows = result.kind === 'issued' ? result.hindcast : [];
  return new Map(rows.map(({ year, leave_one_out_af }) => [year, leave_one_out_af]));
});

function memoized<Value>(compute: (name: string) => Value): (name: string) => Value {
  const known = new Map<string, Value>();
  return (name) => {
    const value = known.get(name) ?? compute(name);
    known.set(name, value);
    return value;
  };
}
