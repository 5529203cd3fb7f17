import { describe, expect, test } from 'vitest';
import { carryOverFiles } from '#features/carry-over/contract.ts';
import { carryOverAnswer } from '#features/carry-over/files.ts';
import { carryOverContent, carryOverRecord } from '#features/carry-over/screen/carry-over-charts.ts';
import {
  carryOverDownloads,
  carryOverFacts,
  carryOverNotes,
  describeCarryOver,
  describeRoom,
} from '#features/carry-over/screen/carry-over-text.ts';
import { createCarryOverExample, createWithheldCarryOver } from './carry-over-example.ts';

describe('a carry-over in words', () => {
  const carryOver = createCarryOverExample();
  const [, , middle = 0] = carryOver.forecast?.volumes_af ?? [];

  test('says the storage of Apr 1, what it is made of, and what came', () => {
    expect(describeCarryOver(carryOver)).toMatch(
      /^2,\d{3} KAF, \d\d % of capacity; 8 in 10 chance between 2,\d{3} and [23],\d{3} KAF$/,
    );
    expect(carryOverNotes({ ...carryOver, outcome_af: 2_000_000 })).toEqual([
      expect.stringMatching(
        /^That is what they hold, 1,500 KAF on Oct 31, 2026, plus 1,\d{3} KAF, by what past winters added to them\.$/,
      ),
      'On Apr 1, 2027 it came to 2,000 KAF, 50 % of capacity.',
    ]);
    const full = {
      ...carryOver,
      storage: carryOver.storage && { ...carryOver.storage, value: middle + 5_000 },
    };
    expect(carryOverNotes(full)[0]).toContain('less 5 KAF, by what past winters took from them');
  });

  test('says what past years had where it is withheld', () => {
    const withheld = createWithheldCarryOver();
    expect(describeCarryOver(withheld)).toBe('no carry-over is given');
    expect(carryOverNotes(withheld)).toEqual([
      expect.stringMatching(/^Past years carried over [\d,]+ KAF in the middle, 8 in 10 of them between/),
    ]);
    expect(describeRoom(withheld, { share: 0.97, label: '97 %' })).toBeUndefined();
  });

  test('says the room that is left, none where the target is reached', () => {
    expect(describeRoom(carryOver, { share: 0.97, label: '97 %' })).toMatch(
      /^On Apr 1, 2027, 1,\d{3} KAF \(\d\d %\) are expected to be left to 97 %; 8 in 10 chance between/,
    );
    expect(describeRoom(carryOver, { share: 0.1, label: '10 %' })).toContain('0 AF (0 %)');
  });

  test.each([
    [{}, '310 KAF at Snake River near Heise since Oct 1, 2026'],
    [{ flow: null }, 'None: the carry-over rests on the storage only'],
    [
      { flow: carryOver.flow && { ...carryOver.flow, volume_af: null } },
      'Unknown: Snake River near Heise lacks days since Oct 1, 2026',
    ],
  ])('says of the flow with %o: %s', (over, text) => {
    const facts = carryOverFacts({ ...carryOver, ...over }, '2026-11-01');
    expect(facts.map((each) => each.text)).toContain(text);
  });

  test('has its files with their addresses', () => {
    const { files } = carryOverDownloads(carryOver);
    expect(files.map(({ address }) => address)).toEqual([
      ...carryOverFiles.map((of) => `/api/data/carry-over.csv?reservoir=system&issued=2026-11-01&of=${of}`),
      '/api/carry-over/system?issued=2026-11-01',
    ]);
    const season = carryOverAnswer.files.season[1](carryOver);
    expect(season.header.slice(0, 5)).toEqual([
      'Date',
      'Came (AF)',
      'Exceeded in 90 % (AF)',
      'Exceeded in 50 % (AF)',
      'Exceeded in 10 % (AF)',
    ]);
    expect(season.rows[0]?.slice(0, 3)).toEqual(['2026-10-30', 1_490_000, null]);
    expect(season.rows.at(-1)?.[3]).toBe(middle);
    expect(carryOverAnswer.files.volumes[1](createWithheldCarryOver()).rows.map((cells) => cells[1])).toEqual(
      Array.from({ length: 5 }, () => null),
    );
  });
});

describe('the charts of a carry-over', () => {
  test('add what past winters added to the storage, within the capacity', () => {
    const low = createCarryOverExample({ capacity_af: 2_500_000 });
    const { series, bands = [], levels } = carryOverContent(low, { theme: 'light', hasWinters: true });
    expect(bands.map(({ id }) => id)).toEqual(['range-80']);
    expect(series.map(({ id }) => id).slice(-2)).toEqual(['observed', 'median']);
    const winters = series.slice(0, -2);
    expect(winters).toHaveLength(40);
    expect(winters[0]?.label).toBe('2025–2026');
    for (const { ys } of winters) {
      expect(ys[0]).toBeCloseTo(1500, 6);
      expect(Math.max(...Array.from(ys))).toBeLessThanOrEqual(2500);
    }
    const paper = carryOverContent(low, { theme: 'light', hasWinters: false });
    expect(paper.series.map(({ id }) => id)).toEqual(['observed', 'median']);
    expect(levels?.[0]).toMatchObject({ label: 'Capacity: 2,500 KAF', value: 2500 });
  });

  test('have past winters as they were without a storage, and none of the fan where it is withheld', () => {
    const { series, bands } = carryOverContent(
      { ...createWithheldCarryOver(), storage: null },
      { theme: 'dark', hasWinters: true },
    );
    expect([bands, series.some(({ id }) => id === 'median')]).toEqual([[], false]);
    expect(new Set(series.slice(0, -1).map(({ ys }) => ys[0])).size).toBeGreaterThan(20);
  });

  test('have a point for each past winter, even where it is withheld, and none without a record', () => {
    const record = carryOverRecord(createWithheldCarryOver(), 'light');
    expect(record?.series[0]?.points).toHaveLength(40);
    expect(record?.table.rows).toHaveLength(40);
    expect(carryOverRecord(createCarryOverExample({ skill: null, years: [] }), 'light')).toBeUndefined();
  });
});
