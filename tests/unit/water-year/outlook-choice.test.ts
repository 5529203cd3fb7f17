import { describe, expect, test } from 'vitest';
import { fillCodec, parseTarget, refuseBy, withIssueDay } from '#features/water-year/fill/screen.ts';
import {
  addressOfView,
  queryOfView,
  readView,
  withView,
} from '#features/water-year/forecast/view-address.ts';
import { outlookCodec } from '#features/water-year/outlook/screen.ts';
import { refuseIssueDay, seasonSentence, stepIssueDay } from '#season/issue-day/issue-day.ts';
import { fakeAddress } from '../../support/fake-server.ts';

const today = '2026-11-21';
const limits = { to: '07-31', hasCarryOver: false, today };
const points = [
  { id: 'heise', label: 'Snake River near Heise', from: '04-01', to: '07-31' },
  { id: 'island-park', label: 'Henrys Fork near Island Park', from: '04-01', to: '06-30' },
];
const groups = [
  { id: 'system', label: 'The seven reservoirs', point: 'heise' },
  { id: 'ririe', label: 'Ririe', point: 'heise' },
];
const open = { point: 'heise', reservoir: undefined, issued: undefined };

describe('the issue day', () => {
  test.each([
    ['2026-04-01', undefined],
    ['2026-01-01', undefined],
    ['1990-07-31', undefined],
    ['', 'There is no day “”. Write one as 2026-04-01.'],
    ['soon', 'There is no day “soon”. Write one as 2026-04-01.'],
    ['2026-02-30', 'There is no day “2026-02-30”. Write one as 2026-04-01.'],
    ['2026-4-1', 'There is no day “2026-4-1”. Write one as 2026-04-01.'],
    ['x'.repeat(90), `There is no day “${'x'.repeat(24)}…”. Write one as 2026-04-01.`],
    ['2027-04-01', 'Apr 1, 2027 is in the future.'],
    ['2026-08-01', 'Aug 1, 2026 is out of season: An outlook can be issued from Jan 1 to Jul 31.'],
  ])('of “%s” is refused with %s', (text, expected) => {
    expect(refuseIssueDay(text, limits)).toBe(expected);
  });

  test.each([
    ['2026-04-01', '2026-03-01', '2026-05-01'],
    ['2026-04-15', '2026-04-01', '2026-05-01'],
    ['2026-01-01', '2025-07-01', '2026-02-01'],
    ['2026-07-20', '2026-07-01', undefined],
    ['2025-07-20', '2025-07-01', '2026-01-01'],
    ['2026-01-31', '2026-01-01', '2026-02-01'],
  ])('steps from %s back to %s and on to %s', (day, previous, next) => {
    expect(stepIssueDay(day, 'previous', limits)).toBe(previous);
    expect(stepIssueDay(day, 'next', limits)).toBe(next);
  });

  test('is any day up to today where reservoirs have a carry-over', () => {
    const all = { ...limits, hasCarryOver: true };
    for (const day of ['2026-08-01', '2025-12-31', '2026-11-21', '2024-02-29']) {
      expect(refuseIssueDay(day, all)).toBeUndefined();
    }
    expect(refuseIssueDay('2026-11-22', all)).toBe('Nov 22, 2026 is in the future.');
    expect(refuseIssueDay('2025-02-29', all)).toContain('There is no day');
    expect([stepIssueDay('2026-01-01', 'previous', all), stepIssueDay('2026-07-20', 'next', all)]).toEqual([
      '2025-12-01',
      '2026-08-01',
    ]);
    expect(seasonSentence(all)).toBe(
      'An outlook can be issued from Jan 1 to Jul 31. The days after it have the carry-over.',
    );
  });
});

describe('the address of the outlook', () => {
  const codec = outlookCodec({ points, fill: groups, today });

  test.each([
    ['', open, 0],
    ['point=heise&issued=2026-04-01', { ...open, issued: '2026-04-01' }, 0],
    ['point=island-park', { ...open, point: 'island-park' }, 0],
    // Island Park has no reservoirs here, and so nothing after its season.
    ['point=island-park&issued=2026-07-15', { ...open, point: 'island-park' }, 1],
    ['point=nowhere&issued=2026-04-01', { ...open, issued: '2026-04-01' }, 1],
    ['point=nowhere&issued=never', open, 2],
    ['point=&issued=', open, 2],
    ['issued=2026-04-01&issued=2020-04-01', { ...open, issued: '2026-04-01' }, 0],
    ['reservoir=ririe&issued=2026-11-01', { ...open, reservoir: 'ririe', issued: '2026-11-01' }, 0],
    ['reservoir=sea&issued=2026-11-22', open, 2],
    ['point=island-park&reservoir=ririe', { ...open, point: 'island-park' }, 1],
    ['reservoir=&issued=2024-02-29', { ...open, issued: '2024-02-29' }, 1],
  ])('reads “%s”', (query, choice, refusals) => {
    const read = codec.read(query);
    expect(read.value).toEqual(choice);
    expect(read.refused).toHaveLength(refusals);
  });

  test('is read as it was written', () => {
    const choice = { point: 'heise', reservoir: 'ririe', issued: '2025-12-03' };
    expect(codec.read(codec.write(choice))).toEqual({ value: choice, refused: [] });
  });

  test('says what is shown in place of an unknown point', () => {
    expect(codec.read('point=nowhere').refused).toEqual([
      'There is no point “nowhere”. This is Snake River near Heise.',
    ]);
  });
});

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

describe('the parts of Forecast Supply', () => {
  test.each([
    ['', 'indicators'],
    ['series=Median', 'indicators'],
    ['view=outlook&point=heise', 'outlook'],
    ['point=heise&view=fill', 'fill'],
    ['view=Outlook', 'indicators'],
    ['view=', 'indicators'],
  ])('are read from “%s” as %s', (query, view) => {
    expect(readView(query)).toBe(view);
  });

  test('begin their address with their name, but for the first', () => {
    expect(withView('outlook', 'point=heise')).toBe('view=outlook&point=heise');
    expect(withView('fill', '')).toBe('view=fill');
    expect(withView('indicators', 'series=Median,2026')).toBe('series=Median,2026');
  });

  test('take the issue day along, and come back to their own choice', () => {
    expect(queryOfView('fill', undefined, 'view=outlook&point=heise&issued=2020-04-01')).toBe(
      'view=fill&issued=2020-04-01',
    );
    expect(
      queryOfView('outlook', 'view=outlook&point=ririe&issued=2019-01-01', 'view=fill&issued=2020-04-01'),
    ).toBe('view=outlook&point=ririe&issued=2020-04-01');
    expect(queryOfView('indicators', 'series=Median,2026', 'view=fill&issued=2020-04-01')).toBe(
      'series=Median,2026',
    );
    expect(queryOfView('indicators', undefined, 'view=fill&issued=2020-04-01')).toBe('');
  });

  test('hear of Back and Forward only while the address is theirs', () => {
    const bar = fakeAddress('view=outlook&point=island-park');
    const heard: string[] = [];
    const stop = addressOfView(bar.address, 'outlook').listen((query) => heard.push(query));
    bar.address.push('series=Median');
    bar.address.push('view=outlook&point=heise');
    bar.back();
    bar.back();
    stop();
    expect(heard).toEqual(['view=outlook&point=island-park']);
  });
});
