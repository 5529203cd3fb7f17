import { basin } from './basin.ts';

export const now = () => new Date('2026-04-10T18:00:00Z');
export const gage = '13037500';
export const snotel = '546:ID:SNTL';
export const small = { ...basin, sites: basin.sites.filter(({ id }) => id === gage || id === snotel) };

/** The official services: a median of 100 cfs on every day, a SWE median of 10 in, a median peak of 14.8 in. */
export function createServices({ flow = 100, swe = 10, peak = 14.8 as number | null } = {}) {
  const requests: URL[] = [];
  const fetchOfficial: typeof fetch = async (input) => {
    const url = new URL(String(input));
    requests.push(url);
    if (url.pathname.endsWith('/forecasts')) return Response.json([forecastPoint]);
    if (url.pathname.endsWith('/observationNormals')) {
      const isSecond = url.searchParams.get('next_token') === 'more';
      return Response.json(normals(flow, isSecond ? '04-02' : '04-01', isSecond ? null : 'more'));
    }
    return Response.json(medians(swe, peak));
  };
  return { fetch: fetchOfficial, requests };
}

const normals = (flow: number, day: string, next: string | null) => ({
  features: [
    {
      properties: {
        monitoring_location_id: `USGS-${gage}`,
        data: [
          {
            parameter_code: '00060',
            parent_statistic_id: '00003',
            parent_time_series_id: 'a',
            unit_of_measure: 'ft^3/s',
            values: [
              {
                computation: 'median',
                sample_count: 110,
                time_of_year: day,
                time_of_year_type: 'day_of_year',
                value: String(flow),
              },
              {
                computation: 'percentile',
                sample_count: 110,
                time_of_year: day,
                time_of_year_type: 'day_of_year',
                percentiles: ['10', '50'],
                values: ['40', String(flow)],
              },
            ],
          },
        ],
      },
    },
  ],
  next,
});

const medians = (swe: number, peak: number | null) => [
  {
    stationTriplet: snotel,
    data: [
      {
        stationElement: { elementCode: 'WTEQ', ordinal: 1, durationName: 'DAILY', storedUnitCode: 'in' },
        timingCentralTendencies: { medianPeak: { month: 3, day: 27, value: peak } },
        values: [
          { date: '2024-02-29', median: 9 },
          { date: '2024-04-01', median: swe },
          { date: '2024-04-02', median: null },
        ],
      },
    ],
  },
];

const forecastPoint = {
  stationTriplet: `${gage}:ID:USGS`,
  forecastPointName: 'Snake R nr Heise',
  data: [
    ...['2026-03-01 00:00', '2026-04-01 00:00'].map((publicationDate, at) => ({
      elementCode: 'SRVO',
      forecastPeriod: ['04-01', '07-31'],
      publicationDate,
      periodNormal: 3200,
      unitCode: 'kac_ft',
      forecastValues: { '90': 2000 + at, '50': 2900 + at, '10': null },
    })),
    {
      elementCode: 'SRVO',
      forecastPeriod: ['04-01', '09-30'],
      unitCode: 'kac_ft',
      forecastValues: { '50': 1 },
    },
  ],
};
