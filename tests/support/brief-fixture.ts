import type { BriefRequest, RiverRequest } from '#contract/basin/basin-requests.ts';
import type { Store } from '#server/db/store.ts';
import { setDemonstration } from './demonstration.ts';
import { insertLookups } from './fixture-data.ts';
import { refreshRecord } from './refresh-record.ts';

const key = (id: string, parameter: number) => ({ id, name: `${id} of the file`, parameter });

/** A brief of invented sites; S3 has no record, and NOWHERE is in the basin file only. */
export const briefRequest: BriefRequest = {
  storage: {
    label: 'Storage',
    parameter_name: 'Reservoir Storage',
    units_name: 'AF',
    members: ['R1', 'R2', 'R3'].map((id) => ({ ...key(id, 3), capacity: 4000 })),
  },
  snow: [{ label: 'Upper', sites: [key('S1', 2), key('S2', 2), key('S3', 2)] }],
  rivers: [
    { actual: key('G1', 1), natural: key('G1-QU', 1) },
    { actual: key('NOWHERE', 1), natural: undefined },
  ],
  springs: [key('SPRING', 1)],
  wells: [key('WELL', 7)],
  reaches: [key('REACH', 9)],
  moved: [1, 3, 6],
};

/** A river of the same sites: a gage, a reservoir and a spring, with two canals and a gain; a creek joins above the spring. */
export const riverRequest: RiverRequest = [
  {
    name: 'Main',
    isLine: true,
    joins: null,
    places: [key('G1', 1), key('R1', 3), key('NOWHERE', 1), key('SPRING', 1)],
    diversions: [{ below: 'G1', sites: [key('C1', 6), key('C2', 6)] }],
    returns: [],
    reaches: [{ from: 'G1', to: 'SPRING', gain: key('REACH', 9) }],
  },
  {
    name: 'Creek',
    isLine: false,
    joins: 'SPRING',
    places: [key('G1-QU', 1)],
    diversions: [],
    returns: [],
    reaches: [],
  },
];

/** The levels of a canal take turns by the week, so that its change over seven days is 10, 0 or −10. */
export const canalLevel = (day: number) => [0, 10, 10][Math.floor(day / 7) % 3] ?? 0;

const year = 'extract(year from d)::int';
const dayOfYear = '(extract(doy from d)::int - 1)';
const snowYear = `extract(year from d + interval '3 months')::int`;
const canal = `(array[0, 10, 10])[1 + ((d::date - date '1970-01-01') / 7) % 3]`;
const always = ['1990-10-01', '2022-06-30'] as const;

/** The sites by id, with the parameter, the value of a day `d`, the first and the last day. */
const records: readonly (readonly [
  id: string,
  parameter: number,
  value: string,
  first: string,
  last: string,
])[] = [
  ['R1', 3, `1000 + 10 * (${year} - 2000) + 1 * ${dayOfYear}`, ...always],
  ['R2', 3, `2000 + 10 * (${year} - 2000) + 2 * ${dayOfYear}`, ...always],
  ['R3', 3, `3000 + 10 * (${year} - 2000) + 3 * ${dayOfYear}`, ...always],
  ['S1', 2, `20 + (${snowYear} - 2005) * 0.5`, ...always],
  ['S2', 2, '10', ...always],
  ['G1', 1, `100 + ${year} - 2000`, ...always],
  ['G1-QU', 1, '200', '2020-10-01', '2022-06-30'],
  ['SPRING', 1, '50', ...always],
  ['REACH', 9, `(array[100, 40, 80, 60, 10])[${year} - 2017]`, '2018-01-01', '2022-06-30'],
  ['C1', 6, canal, ...always],
  ['C2', 6, canal, ...always],
  ['C-HIDDEN', 6, canal, ...always],
  ['C-GAP', 6, canal, ...always],
  ['C-FLAT', 6, '5', ...always],
  ['LATE', 4, '0', '2020-01-01', '2021-05-01'],
];

/** The database's id of a site. */
export const locationOf = (id: string) =>
  ({ WELL: 41, S3: 42 })[id] ?? records.findIndex(([each]) => each === id) + 1;

/** Inserts the sites with values whose figures on 2021-05-14 can be computed by hand. */
export async function insertBriefFixture(store: Store): Promise<void> {
  await insertLookups(store);
  for (const id of [...records.map(([each]) => each), 'WELL', 'S3']) {
    await store.query(
      `insert into location (loc_ndx, loc_id, loc_name, loc_type_ndx, data_provider_ndx, latitude_dd, longitude_dd, is_shown)
       overriding system value values ($1::int, $2, $3, 10, 8, 43.5, -112, $4::boolean)`,
      [locationOf(id), id, `Site ${id}`, id !== 'C-HIDDEN'],
    );
  }
  for (const [id, parameter, value, first, last] of records) {
    await store.query(
      `insert into daily_value (loc_ndx, parameter_ndx, rdate, result_value_daily)
       select $1::int, $2::int, d::date, ${value}
       from generate_series($3::text::timestamp, $4::text::timestamp, '1 day') d`,
      [locationOf(id), parameter, first, last],
    );
  }
  await store.query(`insert into daily_value (loc_ndx, parameter_ndx, rdate, result_value_daily) values
    (41, 7, '2020-05-10', 30), (41, 7, '2020-05-20', 31), (41, 7, '2021-05-14', 33.5)`);
  const set = (id: string, day: string, change: string) =>
    store.query(`update daily_value set ${change} where loc_ndx = ${locationOf(id)} and rdate = '${day}'`);
  await set('R3', '2021-05-14', `approval = 'P'`);
  await set('S2', '2021-04-01', `approval = 'P'`);
  await set('G1', '2021-05-14', 'result_value_daily = 130');
  await set('SPRING', '2021-05-10', `flag = 'spike'`);
  await set('REACH', '2020-05-10', `result_value_daily = 'NaN'`);
  for (const [id, change] of [
    ['C1', 50],
    ['C2', -60],
    ['C-HIDDEN', 1000],
    ['C-GAP', 1000],
    ['C-FLAT', 1000],
  ] as const) {
    const before = `(select b.result_value_daily from daily_value b where b.loc_ndx = ${locationOf(id)} and b.rdate = '2021-05-07')`;
    await set(id, '2021-05-14', `result_value_daily = ${before} + ${change}`);
  }
  await store.query(
    `delete from daily_value where loc_ndx = ${locationOf('C-GAP')} and rdate = '2021-05-07'`,
  );
  await refreshBrief(store);
}

/** Computes the summaries and the statistics again, and raises the version, as after an import. */
export async function refreshBrief(store: Store): Promise<void> {
  for (const [id, parameter] of [...records, ['WELL', 7] as const]) {
    await refreshRecord(store, { loc_ndx: locationOf(id), parameter_ndx: parameter });
  }
  await raiseVersion(store);
}

export async function raiseVersion(store: Store): Promise<void> {
  await store.query('update data_version set version = version + 1');
}

/** Makes the portal a demonstration, or one of values that HydroMet delivered, though the sites are of the USGS. */
export async function setOrigin(store: Store, origin: 'demonstration' | 'HydroMet') {
  const isDemonstration = origin === 'demonstration';
  await store.query(`update location_parameter set source = ${isDemonstration ? 'null' : `'usbr'`}`);
  await setDemonstration(store, isDemonstration);
  await raiseVersion(store);
}

/** Reads while rows are changed, and then undoes the change. */
export async function whileChanged<T>(
  store: Store,
  [change, undo]: readonly [change: string, undo: string],
  read: () => Promise<T>,
): Promise<T> {
  await store.query(change);
  await raiseVersion(store);
  try {
    return await read();
  } finally {
    await store.query(undo);
    await raiseVersion(store);
  }
}

/** Reads while values have a flag, which counts as having none. */
export function withoutValues<T>(store: Store, where: string, read: () => Promise<T>): Promise<T> {
  const change = `update daily_value set flag = 'flat' where ${where} and flag is null`;
  return whileChanged(store, [change, `update daily_value set flag = null where flag = 'flat'`], read);
}
