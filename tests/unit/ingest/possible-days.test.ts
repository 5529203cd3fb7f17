import { describe, expect, test } from 'vitest';
import type { SourceName } from '#domain/agencies.ts';
import { checkDays } from '#ingest/engine/import-series.ts';
import type { SourceSeries } from '#ingest/source.ts';
import { dayFromParts, dayNumber, formatDay, parseDay } from '#lib/calendar.ts';
import { describeRead, readSource } from '../../support/read-source.ts';

const today = dayNumber('2026-03-20');

/** What is left after the days were checked, and the rejected days with their reasons. */
function check(found: readonly SourceSeries[]): string[] {
  const checked = found.map((each) => (each.kind === 'read' ? checkDays(each, today) : each));
  const rejected = checked.flatMap((each) =>
    each.kind === 'read'
      ? each.rejections.map(({ day, value, reason }) => `${formatDay(day)}: ${value} ${reason}`)
      : [],
  );
  return [...describeRead(checked), ...rejected];
}

const daily = (time: string, value = '1500', more: object = {}) => ({
  properties: {
    monitoring_location_id: 'USGS-13037500',
    parameter_code: '00060',
    statistic_id: '00003',
    time,
    value,
    unit_of_measure: 'ft^3/s',
    ...more,
  },
});
const usgs = (...times: readonly string[]) => JSON.stringify({ features: times.map((time) => daily(time)) });
const usbr = (...days: readonly string[]) =>
  `DateTime,heii_qd\n${days.map((day) => `${day},1500\n`).join('')}`;
const nrcs = (...days: readonly string[]) =>
  JSON.stringify([
    {
      stationTriplet: '577:WY:SNTL',
      data: [
        {
          stationElement: { elementCode: 'WTEQ', storedUnitCode: 'in' },
          values: days.map((date) => ({ date, value: 8.5 })),
        },
      ],
    },
  ]);
const idwr = (...days: readonly (string | number)[]) =>
  JSON.stringify(days.map((HSTDate) => ({ SiteID: '13037505', HSTDate, 'Flow (CFS)': 345 })));
const aquainfo = (...days: readonly string[]) =>
  JSON.stringify({ points: days.map((timeStamp) => ({ timeStamp, numericValue1: 101 })) });

const tooOld = 'is before 1800-01-01';
const tooNew = 'is after today, 2026-03-20';

test.each<[source: SourceName, text: string, expected: readonly string[], sites?: readonly string[]]>([
  [
    'usgs',
    usgs('0001-01-01', '2026-03-01'),
    ['13037500 1 2026-03-01 1500', `0001-01-01: 1500 (line 1) ${tooOld}`],
  ],
  [
    'usgs',
    usgs('2026-03-01', '9999-12-31'),
    ['13037500 1 2026-03-01 1500', `9999-12-31: 1500 (line 2) ${tooNew}`],
  ],
  [
    'usbr',
    usbr('0001-01-01', '2026-03-01'),
    ['13037500 1 2026-03-01 1500', `0001-01-01: 1500 (line 2) ${tooOld}`],
  ],
  [
    'usbr',
    usbr('1/1/0001', '3/1/2026'),
    ['13037500 1 2026-03-01 1500', `0001-01-01: 1500 (line 2) ${tooOld}`],
  ],
  [
    'usbr',
    usbr('0000-00-00', '2026-03-01'),
    ['13037500 1 2026-03-01 1500', `0000-01-01: 1500 (line 2) ${tooOld}`],
  ],
  [
    'usbr',
    usbr('2026-03-01', '12/31/9999'),
    ['13037500 1 2026-03-01 1500', `9999-12-31: 1500 (line 3) ${tooNew}`],
  ],
  [
    'usbr',
    usbr('0026-03-01', '2026-03-02'),
    ['13037500 1 2026-03-02 1500', `0026-03-01: 1500 (line 2) ${tooOld}`],
  ],
  [
    'nrcs',
    nrcs('0001-01-01', '2026-03-01'),
    ['577:WY:SNTL 2 2026-03-01 8.5', `0001-01-01: 8.5 (line 1) ${tooOld}`],
  ],
  [
    'nrcs',
    nrcs('2026-03-01', '9999-12-31 00:00'),
    ['577:WY:SNTL 2 2026-03-01 8.5', `9999-12-31: 8.5 (line 2) ${tooNew}`],
  ],
  [
    'idwr',
    idwr('/Date(-62135596800000)/', '2026-03-01'),
    ['13037505 6 2026-03-01 345', `0001-01-01: 345 (line 1) ${tooOld}`],
  ],
  [
    'idwr',
    idwr('/Date(-62135571600000)/', '2026-03-01'),
    ['13037505 6 2026-03-01 345', `0001-01-01: 345 (line 1) ${tooOld}`],
  ],
  [
    'aquainfo',
    aquainfo('0001-01-01T00:00:00Z', '2026-03-01T12:00:00Z'),
    ['AQI-MV1 7 2026-03-01 101', `0001-01-01: 101 (line 1) ${tooOld}`],
    ['AQI-MV1 Depth to Water'],
  ],
  [
    'aquainfo',
    aquainfo('2026-03-01T12:00:00Z', '9999-12-31T23:59:59Z'),
    ['AQI-MV1 7 2026-03-01 101', `9999-12-31: 101 (line 2) ${tooNew}`],
    ['AQI-MV1 Depth to Water'],
  ],
])(
  '%s: a day that stands for none rejects its row, not the file: %#',
  async (source, text, expected, sites) => {
    const { found, message } = await readSource(source, text, sites && { sites });
    expect(message).toBe('');
    expect(check(found)).toEqual(expected);
  },
);

test('days that cannot be are taken out before it is judged whether there is one value a month', async () => {
  const monthly = usbr('2025-10-15', '2025-11-15', '2025-12-15', '2026-01-15');
  const { found } = await readSource('usbr', monthly);
  expect(check(found)).toEqual([
    'refused heii_qd: There is one value a month, not one a day. Ask the agency for daily values.',
  ]);
  const future = usbr('0001-01-01', '2026-03-20', '2026-04-18', '2026-05-18', '2026-06-18', '9999-12-31');
  const read = await readSource('usbr', future);
  expect(check(read.found)[0]).toBe('13037500 1 2026-03-20 1500');
});

describe('measurements by hand of one day', () => {
  const hand = (time: string, value: string) =>
    daily(time, value, {
      monitoring_location_id: 'USGS-432740113044501',
      parameter_code: '72019',
      statistic_id: undefined,
      unit_of_measure: 'ft',
    });
  const day = (...values: readonly string[]) =>
    values.map((value, at) => hand(`2026-03-01T1${at}:00:00+00:00`, value));
  /** A year of single measurements, from 50 ft down by `step` each month. */
  const before = (step: number) =>
    Array.from({ length: 12 }, (_, at) =>
      hand(`2025-${String(at + 1).padStart(2, '0')}-15T18:00:00Z`, String(50 + at * step)),
    );

  test.each<[title: string, values: readonly string[], stored: number | undefined, step: number]>([
    ['that no water level has', ['120.11', '12.15'], undefined, 1],
    ['0.6 ft apart', ['50', '50.6'], undefined, 1],
    ['0.5 ft apart', ['50', '50.5'], 50.25, 1],
    ['of which two of three agree', ['50.1', '57.5', '50.3'], 50.3, 1],
    ['of which none agree', ['50', '51', '52'], undefined, 1],
    ['of which two of four agree', ['50', '50.1', '58', '61'], undefined, 1],
    ['farther apart than a well that hardly changes ever is', ['50', '50.4'], undefined, 0.01],
    ['within the error of a measurement', ['50', '50.08'], 50.04, 0],
  ])('%s', async (_, values, stored, step) => {
    const { found } = await readSource(
      'usgs',
      JSON.stringify({ features: [...before(step), ...day(...values)] }),
    );
    const [series] = found;
    if (series?.kind !== 'read') throw new Error('The well is read.');
    const at = series.readings.days.indexOf(dayNumber('2026-03-01'));
    expect(series.readings.values[at]).toBe(stored);
    expect(series.readings.days).toHaveLength(stored === undefined ? 12 : 13);
    expect(series.rejections.map(({ value }) => value)).toEqual(
      stored === undefined
        ? [values.map((value, place) => `${Number(value)} (row ${13 + place})`).join(', ')]
        : [],
    );
  });

  test('of a well without a record, too', async () => {
    const { found } = await readSource('usgs', JSON.stringify({ features: day('120.11', '12.15') }));
    expect(describeRead(found)).toEqual([
      'refused 432740113044501 72019: No value can be read: 120.11 (row 1), 12.15 (row 2) are measurements by hand of one day that differ by more than 0.5 ft.',
    ]);
  });
});

test.each(['0000-02-29', '0001-01-01', '0099-12-31', '0100-03-01', '1900-02-28', '2026-03-01', '9999-12-31'])(
  '%s is a day of the calendar',
  (text) => expect(formatDay(parseDay(text) ?? Number.NaN)).toBe(text),
);

test('years before 100 are not those of the 20th century', () => {
  expect(dayFromParts(1, 1, 1)).toBe(-719_162);
  expect(parseDay('0001-02-29')).toBeUndefined();
});
