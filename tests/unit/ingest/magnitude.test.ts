import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ParameterNdx } from '#domain/vocabulary.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { firstDayOfWaterYear } from '#domain/water-year.ts';
import { demoStations } from '#ingest/demo/catalog.ts';
import { seriesOf } from '#ingest/demo/series.ts';
import {
  findSuspectUnit,
  minFileDays,
  minRecordDays,
  monthLevelsOf,
  seasonRangesOf,
} from '#ingest/quality/magnitude.ts';
import { dayFromParts, dayNumber } from '#lib/calendar.ts';
import { basin } from '../../support/basin.ts';

type Series = {
  readonly name: string;
  readonly parameter: ParameterNdx;
  readonly values: readonly { readonly day: number; readonly value: number }[];
};

const real = path.resolve(import.meta.dirname, '../../../../shared/data/real');
const firstYear = 1990;
const lastYear = 2019;

/** A demonstration series of each parameter at some stations of each kind. */
function demoSeries(): Series[] {
  const byKind = Map.groupBy(demoStations(basin), ({ shape }) => shape.kind);
  const chosen = [...byKind.values()].flatMap((stations) => stations.slice(0, 3));
  return chosen.flatMap((station) =>
    seriesOf(station).map(({ parameter, year }) => ({
      name: `${station.id} ${parameter}`,
      parameter: parameter as ParameterNdx,
      values: Array.from({ length: lastYear - firstYear + 1 }, (_, at) => firstYear + at).flatMap((each) =>
        [...year(each)].flatMap((value, at) =>
          Number.isNaN(value) ? [] : [{ day: firstDayOfWaterYear(each) + at, value }],
        ),
      ),
    })),
  );
}

/** The measured series at hand; none on a computer that does not have them. */
function realSeries(): Series[] {
  if (!existsSync(real)) return [];
  const files = ['usbr_daily_heii_heni_isli_1980_2020.csv', 'usbr_daily_reservoir_af_1980_2020.csv'];
  return files.flatMap((file) => {
    const [names = [], ...rows] = readFileSync(path.join(real, file), 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split(',').map((cell) => cell.trim()));
    return names.slice(1).map((name, at) => ({
      name,
      parameter: name.endsWith('_af') ? parameterNdx.storage : parameterNdx.streamflow,
      values: rows.flatMap((cells) => {
        const cell = cells[at + 1] ?? '';
        return cell === '' ? [] : [{ day: dayNumber(cells[0] ?? ''), value: Number(cell) }];
      }),
    }));
  });
}

const series = [...demoSeries(), ...realSeries()].filter(({ values }) => values.length > 2 * minRecordDays);
const suspectOf = ({ parameter }: Series, record: Series['values'], file: Series['values']) => {
  const levelsOf = (values: Series['values']) =>
    monthLevelsOf(
      { days: values.map(({ day }) => day), values: values.map(({ value }) => value) },
      parameter,
    );
  return findSuspectUnit(levelsOf(file), seasonRangesOf(levelsOf(record), parameter), parameter);
};

describe('the magnitude of a file', () => {
  test('has series of every kind', () => {
    expect(series.length).toBeGreaterThan(20);
    expect(new Set(series.map(({ parameter }) => parameter)).size).toBeGreaterThan(7);
  });

  test.each(series.map((each) => [each.name, each] as const))(
    '%s: no true window is refused, whether or not the record has its days',
    { tags: ['full'] },
    (_, each) => {
      const { values } = each;
      fc.assert(
        fc.property(
          fc.nat(values.length - minRecordDays - 1),
          fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 60, max: 1000 })),
          fc.nat(values.length),
          (start, length, recordStart) => {
            const days = Math.min(length, values.length - minRecordDays - 1);
            const file = values.slice(start, start + days);
            const others = [...values.slice(0, start), ...values.slice(start + days)];
            // A record as short as may be, from anywhere.
            const from = Math.min(recordStart, others.length - minRecordDays);
            const short = others.slice(from, from + minRecordDays);
            expect([values, others, short].map((record) => suspectOf(each, record, file))).toEqual([
              undefined,
              undefined,
              undefined,
            ]);
          },
        ),
        { seed: 33, numRuns: 25 },
      );
    },
  );

  const flow = (days: number, change = (value: number) => value) =>
    Array.from({ length: days }, (_, at) => ({
      day: dayFromParts(2020, 1, 1) + at,
      value: change(2000 + 500 * Math.sin(at / 58)),
    }));
  const gage: Series = { name: 'gage', parameter: parameterNdx.streamflow, values: flow(400) };

  test.each([
    ['m3/s', false, (cfs: number) => cfs / 35.3146667],
    ['m3/s', true, (cfs: number) => cfs * 35.3146667],
    ['l/s', false, (cfs: number) => cfs * 28.3168],
    ['kcfs', false, (cfs: number) => cfs / 1000],
  ])('names %s, converted twice: %s', (unit, isTwice, change) => {
    expect(suspectOf(gage, gage.values, flow(30, change))).toMatchObject({ unit, isTwice });
  });

  test(`is not judged by fewer than ${minFileDays} days`, () => {
    expect(
      suspectOf(
        gage,
        gage.values,
        flow(minFileDays - 1, (cfs) => cfs / 1000),
      ),
    ).toBeUndefined();
    expect(
      suspectOf(
        gage,
        gage.values,
        flow(minFileDays, (cfs) => cfs / 1000),
      ),
    ).toBeDefined();
  });

  test('is not judged in months that the record does not have', () => {
    const summer = { ...gage, values: flow(60) };
    const autumn = flow(400, (cfs) => cfs / 1000).slice(270, 330);
    expect(suspectOf(summer, summer.values, autumn)).toBeUndefined();
  });
});
