import { describe, expect, test } from 'vitest';
import { fillCodec, parseTarget, refuseBy, withIssueDay } from '#features/fill/screen/screen.ts';

const today = '2026-11-21';
const groups = [
  { id: 'system', label: 'The seven reservoirs', point: 'heise' },
  { id: 'ririe', label: 'Ririe', point: 'heise' },
];

describe('the address of the fill', () => {
  const codec = fillCodec(groups, { today, seasonOf: () => '07-31' });
  const inSeason = fillCodec(groups, { today: '2026-05-01', seasonOf: () => '07-31' });
  const chosen = { reservoir: 'system', issued: '2026-04-01', by: '2026-07-31', target: 0.97 };

  test.each([
    ['', { reservoir: 'system', issued: undefined, by: undefined, target: 0.97 }, 0],
    ['reservoir=system&by=2026-07-31&target=0.97&issued=2026-04-01', chosen, 0],
    ['reservoir=ririe&target=1', { reservoir: 'ririe', issued: undefined, by: undefined, target: 1 }, 0],
    ['reservoir=lake&by=2026-07-31&issued=2026-04-01', chosen, 1],
    ['target=97&by=2026-07-31&issued=2026-04-01', chosen, 1],
    ['target=0&by=2026-07-31&issued=2026-04-01', chosen, 1],
    ['target=-1&by=2026-07-31&issued=2026-04-01', chosen, 1],
    ['by=2026-04-01&issued=2026-04-01', { ...chosen, by: undefined }, 1],
    ['by=2026-10-01&issued=2026-04-01', { ...chosen, by: undefined }, 1],
    ['by=soon&issued=2026-04-01', { ...chosen, by: undefined }, 1],
    ['by=soon&issued=never&target=all&reservoir=sea', { ...chosen, issued: undefined, by: undefined }, 4],
  ])('reads “%s”', (query, choice, refusals) => {
    const { value: found, refused } = codec.read(query);
    expect(found).toEqual(choice);
    expect(refused).toHaveLength(refusals);
  });

  test('is read as it was written', () => {
    expect(codec.read(codec.write(chosen))).toEqual({ value: chosen, refused: [] });
  });

  test('has no day to fill by after the season, and none of the past within it', () => {
    for (const query of ['by=2026-07-31', 'by=2026-07-31&issued=2025-11-01', 'by=soon']) {
      const { value: found, refused } = codec.read(query);
      expect([found.by, refused]).toEqual([
        undefined,
        ['A day to fill by can be chosen from January on: until then this is what is carried over to Apr 1.'],
      ]);
    }
    expect(inSeason.read('by=2026-07-31')).toMatchObject({ value: { by: '2026-07-31' }, refused: [] });
    expect(inSeason.read('by=2026-04-30').refused).toHaveLength(1);
  });

  test.each([
    ['0.97', 0.97],
    ['1', 1],
    ['1.0', 1],
    ['0.975', 0.975],
    ['0.01', 0.01],
    ['0.009', undefined],
    ['1.1', undefined],
    ['.9', undefined],
    ['0,97', undefined],
    ['97%', undefined],
    ['', undefined],
  ])('takes “%s” as the share %s', (text, share) => {
    expect(parseTarget(text)).toBe(share);
  });

  test('moves the day to the year of another issue day, and drops it where it is not after it', () => {
    expect(withIssueDay(chosen, '2015-05-01')).toMatchObject({ issued: '2015-05-01', by: '2015-07-31' });
    expect(withIssueDay({ ...chosen, by: '2026-06-01' }, '2015-07-01').by).toBeUndefined();
    expect(withIssueDay(chosen, undefined)).toMatchObject({ issued: undefined, by: undefined });
    expect(refuseBy('2026-09-30', '2026-04-01')).toBeUndefined();
  });
});
