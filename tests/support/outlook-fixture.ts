import type { OutlookRequest } from '#contract/basin/basin-requests.ts';
import { normal } from '#ingest/demo/noise.ts';
import { type DayNumber, dayFromParts, dayNumber, dayParts, formatDay } from '#lib/calendar.ts';
import { summarizeSeries } from '#server/db/records.ts';
import type { Store } from '#server/db/store.ts';
import { insertLookups } from './fixture-data.ts';

const key = (id: string, parameter: number) => ({ id, name: `${id} of the file`, parameter });
const snowSites = ['S1', 'S2', 'S3', 'S4', 'S5'];

const point = {
  id: 'otter',
  label: 'Otter River',
  flow: key('FLOW', 1),
  isRegulated: false,
  period: { from: '04-01', to: '07-31' },
  winter: { from: '11-01', to: '03-31' },
  groups: [
    { label: 'Upper', records: ['S1', 'S2', 'S3'].map((id) => key(id, 2)) },
    { label: 'Lower', records: ['S4', 'S5', 'NOWHERE'].map((id) => key(id, 2)) },
  ],
  official: 'FLOW',
};

/** Outlooks of an invented river, of the same flow as if it were regulated, of a short record, and of no record. */
export const outlookRequest: OutlookRequest = {
  points: [
    point,
    { ...point, id: 'regulated', isRegulated: true },
    { ...point, id: 'short', flow: key('SHORT', 1), official: undefined },
    { ...point, id: 'absent', flow: key('NOWHERE', 1) },
  ],
  fill: [
    {
      id: 'both',
      label: 'Both lakes',
      point: 'otter',
      members: ['R1', 'R2'].map((id) => ({ ...key(id, 3), capacity: 1000 })),
    },
    { id: 'upper', label: 'Upper lake', point: 'otter', members: [{ ...key('R1', 3), capacity: 1000 }] },
    {
      id: 'regulated',
      label: 'Upper lake',
      point: 'regulated',
      members: [{ ...key('R1', 3), capacity: 1000 }],
    },
    { id: 'steady', label: 'Steady lake', point: 'otter', members: [{ ...key('R3', 3), capacity: 1000 }] },
    {
      id: 'lacking',
      label: 'A lake that is not shown',
      point: 'otter',
      members: ['R1', 'NOWHERE'].map((id) => ({ ...key(id, 3), capacity: 1000 })),
    },
  ],
};

export const firstYear = 1981;
/** The day before the last values. */
export const today = '2021-05-10';

const seed = 7;
const wetness = (year: number) => Math.exp(0.3 * normal(seed, year));
const dayOfYear = (day: DayNumber) => day - dayFromParts(dayParts(day).year, 1, 1);

/** Inches that shrink from mid-April to July. */
export function sweOf(site: number, day: DayNumber): number {
  const { year } = dayParts(day);
  const peak = 20 * wetness(year) * (1 + site / 10) * Math.exp(0.12 * normal(seed + 10 + site, year));
  const share = Math.min(1, Math.max(0, (190 - dayOfYear(day)) / 85));
  return Math.round(peak * share * 10) / 10;
}

/** Cubic feet per second with a peak in early June. */
export function flowOf(day: DayNumber): number {
  const { year } = dayParts(day);
  const melt = 9000 * wetness(year) ** 1.2 * Math.exp(0.08 * normal(seed + 20, year));
  const season = Math.exp(-(((dayOfYear(day) - 155) / 30) ** 2));
  return Math.round(1000 + 100 * normal(seed + 21, day) + melt * season);
}

/** Acre-feet that rise with the melt, up to the capacity, and fall from August on. */
export function storageOf(lake: number, day: DayNumber): number {
  const { year } = dayParts(day);
  const start = 450 + 90 * normal(seed + 30 + lake, year);
  const rise = 380 * wetness(year) * Math.min(1, Math.max(0, (dayOfYear(day) - 90) / 100));
  const fall = Math.max(0, dayOfYear(day) - 212) * 3;
  return Math.round(Math.max(50, Math.min(1000, start + rise) - fall));
}

/** Acre-feet that have another level each August, and grow by half an acre-foot a day until the next. */
export function steadyStorageOf(day: DayNumber): number {
  const { year, month } = dayParts(day);
  const first = dayFromParts(month < 8 ? year - 1 : year, 8, 1);
  const start = 400 + 100 * normal(seed + 40, first) + 10 * normal(seed + 41, day);
  return Math.round(start + 0.5 * (day - first));
}

type Site = {
  readonly id: string;
  readonly parameter: number;
  readonly from: string;
  of(day: DayNumber): number;
};

const sites: readonly Site[] = [
  { id: 'FLOW', parameter: 1, from: '1980-10-01', of: flowOf },
  { id: 'SHORT', parameter: 1, from: '2008-10-01', of: flowOf },
  ...snowSites.map((id, at) => ({
    id,
    parameter: 2,
    from: '1980-10-01',
    of: (day: DayNumber) => sweOf(at, day),
  })),
  { id: 'R1', parameter: 3, from: '1980-10-01', of: (day) => storageOf(0, day) },
  { id: 'R2', parameter: 3, from: '1980-10-01', of: (day) => storageOf(1, day) },
  { id: 'R3', parameter: 3, from: '1980-10-01', of: steadyStorageOf },
];

export const locationOf = (id: string) => sites.findIndex((each) => each.id === id) + 1;

/** Inserts the sites with values up to yesterday; those of this year are provisional. */
export async function insertOutlookFixture(store: Store): Promise<void> {
  await insertLookups(store);
  for (const { id } of sites) {
    await store.query(
      `insert into location (loc_ndx, loc_id, loc_name, loc_type_ndx, data_provider_ndx, latitude_dd, longitude_dd)
       overriding system value values ($1::int, $2, $3, 10, 8, 43.5, -112)`,
      [locationOf(id), id, `Site ${id}`],
    );
  }
  await store.transaction(async (transaction) => {
    for (const { id, parameter, from, of } of sites) {
      const lines: string[] = [];
      for (let day = dayNumber(from); day < dayNumber(today); day += 1) {
        // Of snow only the days that an issue day may need.
        if (parameter === 2 && dayParts(day).month > 7) continue;
        lines.push(
          `${locationOf(id)},${parameter},${formatDay(day)},${of(day)},${dayParts(day).year === 2021 ? 'P' : 'A'}`,
        );
      }
      await transaction.copy(
        'daily_value',
        ['loc_ndx', 'parameter_ndx', 'rdate', 'result_value_daily', 'approval'],
        `${lines.join('\n')}\n`,
      );
    }
    await summarizeSeries(
      transaction,
      sites.map(({ id, parameter }) => ({ loc_ndx: locationOf(id), parameter_ndx: parameter })),
    );
  });
}
