import { dayNumber, formatDay } from '#lib/calendar.ts';
import { createFakeUsgs, type FakeRow } from './fake-usgs.ts';

/** A row that the database must have after the import. */
export type ExpectedRow = {
  site: string;
  parameter: number;
  day: string;
  value: number;
  approval: string;
  qualifier: string | null;
};

/** A fake service with awkward data, and the rows that an import must end with. */
export type FakeAgency = {
  readonly source: string;
  readonly sites: readonly string[];
  readonly fetch: typeof fetch;
  readonly expectedRows: readonly ExpectedRow[];
};

/** Includes the end of daylight saving time in 2025 and its start in 2026. */
const first = dayNumber('2025-10-20');
const last = dayNumber('2026-03-18');
export const now = () => new Date('2026-03-20T18:00:00Z');

type FakeDay = { day: string; value: number | undefined };

/** Creates the days of a series: they pass every rule, differ from day to day, and some have no value. */
function createDays(seed: number): FakeDay[] {
  return Array.from({ length: last - first + 1 }, (_, at) => ({
    day: formatDay(first + at),
    value: (at + seed) % 19 === 3 ? undefined : ((at * 7 + seed) % 13) / 2 + 1,
  }));
}

/** Shuffles rows and repeats some of them. */
function shuffleAndRepeat<T>(rows: readonly T[]): T[] {
  const twice = rows.flatMap((row, at) => (at % 23 === 5 ? [row, row] : [row]));
  return twice.toSorted((one, other) => shuffleRank(rows.indexOf(one)) - shuffleRank(rows.indexOf(other)));
}
const shuffleRank = (at: number) => (at * 7919) % 1009;

function toExpectedRows(
  site: string,
  parameter: number,
  days: readonly FakeDay[],
  { approval = 'P', qualifier = null }: { approval?: string; qualifier?: string | null } = {},
): ExpectedRow[] {
  return days.flatMap(({ day, value }) =>
    value === undefined ? [] : [{ site, parameter, day, value, approval, qualifier }],
  );
}

/** Discharge at gages, in pages of 40, and a well with a recorder and a field measurement. */
function usgs(): FakeAgency {
  const gages = ['13037500', '13011000', '13032500'].map((site, at) => ({ site, days: createDays(at) }));
  const well = { site: '432740113044501', days: createDays(7).slice(0, 60) };
  const rowsOf = (site: string, code: string, days: readonly FakeDay[]): FakeRow[] =>
    shuffleAndRepeat(
      days.map(({ day, value }) => ({
        site,
        code,
        date: day,
        value: value === undefined ? null : String(value),
        approved: true,
        qualifier: value === undefined ? ['ICE'] : ['ESTIMATED'],
      })),
    );
  const service = createFakeUsgs({
    daily: [
      ...gages.flatMap(({ site, days }) => rowsOf(site, '00060', days)),
      ...rowsOf(well.site, '72019', well.days),
    ],
    measured: [
      {
        site: well.site,
        code: '72019',
        // Late on March 1 in Denver, March 2 in UTC.
        date: '2026-03-02T05:30:00+00:00',
        value: '3.5',
        approved: false,
      },
    ],
    pageSize: 40,
    maxSites: 2,
  });
  return {
    source: 'usgs',
    sites: [...gages.map(({ site }) => site), well.site],
    fetch: service.fetch,
    expectedRows: [
      ...gages.flatMap(({ site, days }) => toExpectedRows(site, 1, days, { approval: 'A', qualifier: 'e' })),
      ...toExpectedRows(well.site, 7, well.days, { approval: 'A', qualifier: 'e' }),
      { site: well.site, parameter: 7, day: '2026-03-01', value: 3.5, approval: 'P', qualifier: null },
    ],
  };
}

/** Snow, precipitation and temperature; requests for more than two sites fail. */
function nrcs(): FakeAgency {
  const sites = ['546:ID:SNTL', '577:WY:SNTL', '837:WY:SNTL'];
  const elements = { WTEQ: 2, PRCP: 4, TAVG: 5 } as const;
  const days = new Map(
    sites.flatMap((site, at) =>
      Object.keys(elements).map(
        (element, elementIndex) => [`${site} ${element}`, createDays(at * 5 + elementIndex)] as const,
      ),
    ),
  );
  const fakeFetch: typeof fetch = async (input) => {
    const { searchParams } = new URL(String(input));
    const triplets = (searchParams.get('stationTriplets') ?? '').split(',');
    if (triplets.length > 2) return new Response('out of memory', { status: 500 });
    return Response.json(
      triplets.map((stationTriplet) => ({
        stationTriplet,
        data: (searchParams.get('elements') ?? '')
          .split(',')
          .filter((elementCode) => days.has(`${stationTriplet} ${elementCode}`))
          .map((elementCode) => ({
            stationElement: {
              elementCode,
              durationName: 'DAILY',
              storedUnitCode: elementCode === 'TAVG' ? 'degF' : 'in',
            },
            values: shuffleAndRepeat(
              (days.get(`${stationTriplet} ${elementCode}`) ?? []).map(({ day, value }) => ({
                date: day,
                value: value ?? null,
                qcFlag: 'V',
                qaFlag: 'A',
              })),
            ),
          })),
      })),
    );
  };
  return {
    source: 'nrcs',
    sites,
    fetch: fakeFetch,
    expectedRows: sites.flatMap((site) =>
      Object.entries(elements).flatMap(([element, parameter]) =>
        toExpectedRows(site, parameter, days.get(`${site} ${element}`) ?? [], { approval: 'A' }),
      ),
    ),
  };
}

/** HydroMet's table, with empty cells and missing markers; requests for more than three columns fail. */
function usbr(): FakeAgency {
  const columns = [
    { name: 'afty_pp', site: 'AFTY', parameter: 4 },
    { name: 'afty_mm', site: 'AFTY', parameter: 5 },
    { name: 'heii_qu', site: 'HEII-QU', parameter: 1 },
    { name: 'jck_af', site: 'JCK', parameter: 3 },
  ].map((column, at) => ({ ...column, days: createDays(at * 3) }));
  const fakeFetch: typeof fetch = async (input) => {
    const { searchParams } = new URL(String(input));
    const names = (searchParams.get('list') ?? '').split(', ').map((name) => name.replace(' ', '_'));
    if (names.length > 3) return new Response('busy', { status: 500 });
    const [from = '', to = ''] = [searchParams.get('start') ?? '', searchParams.get('end') ?? ''];
    const marks = ['', 'NO RECORD', '998877.00', '12.00m'];
    const lines = Array.from({ length: last - first + 1 }, (_, at) => formatDay(first + at))
      .filter((day) => day >= from && day <= to)
      .map((day, at) => [
        day,
        ...names.map((name) => {
          const value = columns
            .find((column) => column.name === name)
            ?.days.find((each) => each.day === day)?.value;
          return value === undefined ? (marks[at % marks.length] ?? '') : `${value.toFixed(2)}E`;
        }),
      ]);
    return new Response(
      [`DateTime,${names.join(',')}`, ...shuffleAndRepeat(lines).map((line) => line.join(',')), ''].join(
        '\r\n',
      ),
    );
  };
  return {
    source: 'usbr',
    sites: columns.map(({ name }) => name),
    fetch: fakeFetch,
    expectedRows: columns.flatMap(({ site, parameter, days }) =>
      toExpectedRows(site, parameter, days, { qualifier: 'e' }),
    ),
  };
}

/** The water district's accounting: canals by year, and a reach gain in the model of the downstream gage. */
function idwr(): FakeAgency {
  const canals = ['13037505', '13033010'].map((site, at) => ({ site, days: createDays(at * 4) }));
  const reach = { site: '13081500', days: createDays(2) };
  const american = (day: string) => `${Number(day.slice(5, 7))}/${Number(day.slice(8))}/${day.slice(0, 4)}`;
  const fakeFetch: typeof fetch = async (input) => {
    const url = new URL(String(input));
    const years = (url.searchParams.get('yearlist') ?? '').split(',');
    const isModel = url.pathname.endsWith('/model');
    const site = url.searchParams.get('siteid');
    const days = isModel ? reach.days : canals.find((each) => each.site === site)?.days;
    const rows = (days ?? [])
      .filter(({ day }) => years.includes(day.slice(0, 4)))
      .map(({ day, value }) => ({
        SiteID: site,
        [isModel ? 'Accounting Date' : 'HSTDate']: american(day),
        [isModel ? 'Reach Gain (CFS)' : 'Flow (CFS)']: value === undefined ? 'NaN' : String(value),
      }));
    return new Response(rows.length === 0 ? '' : JSON.stringify(shuffleAndRepeat(rows)));
  };
  return {
    source: 'idwr',
    sites: [...canals.map(({ site }) => site), reach.site],
    fetch: fakeFetch,
    expectedRows: [
      ...canals.flatMap(({ site, days }) => toExpectedRows(site, 6, days)),
      ...toExpectedRows('RG-NEEL-MINI', 9, reach.days),
    ],
  };
}

/** Two points a day at each well, at midnight and noon in Denver, even when the clocks change. */
function aquainfo(): FakeAgency {
  const wells = ['AQI-MV1', 'AQI-AB1'].map((site, at) => ({ site, days: createDays(at * 6) }));
  const fakeFetch: typeof fetch = async (input) => {
    const url = new URL(String(input));
    const id = url.pathname.split('/').at(-1);
    if (id === 'locations') {
      return Response.json(
        wells.map(({ site }) => ({
          locationName: site,
          identifier: site,
          datasets: [
            { uniqueId: `temperature-${site}`, parameter: 'Water Temp', unit: 'degC', label: 'Daily' },
            { uniqueId: `depth-${site}`, parameter: 'Depth to Water', unit: 'ft', label: 'Daily' },
          ],
        })),
      );
    }
    const days = wells.find(({ site }) => id === `depth-${site}`)?.days ?? [];
    const [from = '', to = ''] = [
      url.searchParams.get('fromDate') ?? '',
      url.searchParams.get('toDate') ?? '',
    ];
    const points = days.map(({ day, value }) => ({
      timeStamp: `${day}T12:00:00.000${offsetOf(day, 12)}`,
      numericValue1: value ?? null,
    }));
    const requestedPoints = points.filter(({ timeStamp }) => {
      const at = new Date(timeStamp).toISOString();
      return at >= from && at <= to;
    });
    return Response.json({ points: shuffleAndRepeat(requestedPoints) });
  };
  return {
    source: 'aquainfo',
    sites: wells.map(({ site }) => site),
    fetch: fakeFetch,
    expectedRows: wells.flatMap(({ site, days }) => toExpectedRows(site, 7, days)),
  };
}

/** Denver's UTC offset: daylight saving time ended on 2025-11-02 and began on 2026-03-08, both at 2 a.m. */
function offsetOf(day: string, hour: number): string {
  const at = `${day} ${String(hour).padStart(2, '0')}`;
  return at < '2025-11-02 02' || at >= '2026-03-08 02' ? '-06:00' : '-07:00';
}

export const createFakeAgencies = (): FakeAgency[] => [usgs(), nrcs(), usbr(), idwr(), aquainfo()];
