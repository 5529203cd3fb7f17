import { afterEach, describe, expect, test, vi } from 'vitest';
import { RequestFailed } from '#client/request.ts';
import { carryOverFiles } from '#contract/data-links.ts';
import { carryOverTable } from '#downloads/carry-over-tables.ts';
import { createFill } from '#features/water-year/fill/screen.ts';
import { carryOverContent, carryOverRecord } from '#features/water-year/outlook/carry-over-charts.ts';
import {
  carryOverDownloads,
  carryOverFacts,
  carryOverNotes,
  describeCarryOver,
  describeRoom,
} from '#features/water-year/outlook/carry-over-text.ts';
import { createOutlook } from '#features/water-year/outlook/screen.ts';
import { createCarryOverExample, createWithheldCarryOver } from '../../support/carry-over-example.ts';
import { fakeAddress, fakeServer } from '../../support/fake-server.ts';
import { createFillExample, createOutlookExample } from '../../support/outlook-example.ts';

const points = [
  { id: 'heise', label: 'Snake River near Heise', from: '04-01', to: '07-31' },
  { id: 'island-park', label: 'Henrys Fork near Island Park', from: '04-01', to: '07-31' },
];
const fill = [
  { id: 'system', label: 'The seven reservoirs', point: 'heise' },
  { id: 'grassy', label: 'Grassy Lake', point: 'island-park' },
];

let stop = () => {};
afterEach(() => stop());

type Day = '2026-07-31' | '2026-08-01' | '2026-11-21' | '2026-12-31' | '2027-01-01';

/** Opens a part on a day at noon of the basin. */
function open(
  part: 'outlook' | 'fill',
  query: string,
  today: Day,
  readBrief: () => unknown = () => ({ snow: [] }),
) {
  const issuedOf = (call: string) => {
    const asked = server.callsOf(call).at(-1)?.query as { issued?: string } | undefined;
    return { issued: asked?.issued ?? today };
  };
  const server = fakeServer({
    readOutlook: () => createOutlookExample(issuedOf('readOutlook')),
    readFill: () => createFillExample({ ...issuedOf('readFill'), by: '2027-07-31' }),
    readCarryOver: () => createCarryOverExample(issuedOf('readCarryOver')),
    readBrief,
  });
  const bar = fakeAddress(query);
  const settings = {
    request: server.request,
    address: bar.address,
    now: () => new Date(`${today}T18:00:00Z`),
  };
  const screen =
    part === 'outlook'
      ? createOutlook({ ...settings, points, fill })
      : createFill({ ...settings, options: { points, fill } });
  stop = screen.start();
  const settled = () => vi.waitFor(() => expect(screen.$answer.get().status).toBe('ready'));
  return { screen, server, settled, ...bar };
}

describe('the parts by the calendar', () => {
  test.each([
    ['outlook', '2026-07-31', 'readOutlook'],
    ['outlook', '2026-08-01', 'readCarryOver'],
    ['outlook', '2026-12-31', 'readCarryOver'],
    ['outlook', '2027-01-01', 'readOutlook'],
    ['fill', '2026-07-31', 'readFill'],
    ['fill', '2026-08-01', 'readCarryOver'],
    ['fill', '2026-12-31', 'readCarryOver'],
    ['fill', '2027-01-01', 'readFill'],
  ] as const)('the %s opens on %s with %s, and never with last April', async (part, today, call) => {
    const { server, settled, history } = open(part, '', today);
    await settled();
    expect(server.callsOf(call)).toHaveLength(1);
    await vi.waitFor(() => expect(history.at(-1)).toContain(`issued=${today}`));
    for (const other of ['readOutlook', 'readFill', 'readCarryOver'] as const) {
      expect(server.callsOf(other)).toHaveLength(other === call ? 1 : 0);
    }
  });

  test.each([
    ['outlook', 'point=heise&issued=2026-04-01', 'readOutlook'],
    ['fill', 'reservoir=system&by=2026-07-31&target=0.97&issued=2026-04-01', 'readFill'],
    ['outlook', 'point=heise&issued=2024-02-29', 'readOutlook'],
  ] as const)('the %s of %s stays what it was in November', async (part, query, call) => {
    const { server, settled, history } = open(part, query, '2026-11-21');
    await settled();
    expect([server.callsOf(call).length, server.callsOf('readCarryOver').length]).toEqual([1, 0]);
    expect(history.at(-1)).toContain(query.slice(-17));
  });

  test('a link to a carry-over of reservoirs has its day and its snow', async () => {
    const query = 'point=island-park&reservoir=grassy&issued=2025-11-01';
    const { server, settled } = open('outlook', query, '2026-11-21');
    await settled();
    expect(server.callsOf('readCarryOver')).toMatchObject([
      { params: { id: 'grassy' }, query: { issued: '2025-11-01' } },
    ]);
    expect(server.callsOf('readBrief')).toMatchObject([{ query: { on: '2025-11-01' } }]);
  });

  test('is there without a brief of the day', async () => {
    const { screen, settled } = open('outlook', '', '2026-11-21', () => {
      throw new RequestFailed('refused', 'No day before 1980.');
    });
    await settled();
    expect(screen.$answer.get().data).toMatchObject({ id: 'system', snow: [] });
  });

  test('reservoirs bring their point, and a step of the history', async () => {
    const { screen, settled, server, history } = open('outlook', '', '2026-11-21');
    await settled();
    if (!('setPoint' in screen)) throw new Error('the outlook');
    screen.setReservoir('nowhere');
    screen.setReservoir('grassy');
    await vi.waitFor(() => expect(server.callsOf('readCarryOver')).toHaveLength(2));
    expect(history.at(-1)).toContain('point=island-park&reservoir=grassy');
    screen.setIssued('2026-04-01');
    await vi.waitFor(() => expect(server.callsOf('readOutlook')).toHaveLength(1));
    screen.setPoint('heise');
    expect(screen.$selection.get()).toMatchObject({ point: 'heise', reservoir: undefined });
  });

  test('the fill keeps its target, and has a day to fill by again in spring', async () => {
    const { screen, settled, history } = open('fill', 'reservoir=system&issued=2026-11-01', '2026-11-21');
    await settled();
    if (!('setTarget' in screen)) throw new Error('the fill');
    screen.setTarget(0.9);
    await settled();
    expect(history.at(-1)).toBe('reservoir=system&target=0.9&issued=2026-11-01');
    screen.setIssued('2026-05-01');
    await settled();
    expect(screen.$selection.get()).toMatchObject({ issued: '2026-05-01', by: '2027-07-31' });
  });
});

describe('a carry-over in words', () => {
  const carryOver = createCarryOverExample();
  const [, , middle = 0] = carryOver.forecast?.volumes_af ?? [];

  test('says the storage of April 1, what it is made of, and what came', () => {
    expect(describeCarryOver(carryOver)).toMatch(
      /^2,\d{3} KAF, \d\d % of capacity; 8 in 10 chance between 2,\d{3} and [23],\d{3} KAF$/,
    );
    expect(carryOverNotes({ ...carryOver, outcome_af: 2_000_000 })).toEqual([
      expect.stringMatching(
        /^That is the 1,500 KAF of 10\/31\/2026 and 1,\d{3} KAF that past winters added after such a storage\.$/,
      ),
      'On 04/01/2027 it came to 2,000 KAF, 50 % of capacity.',
    ]);
    const full = {
      ...carryOver,
      storage: carryOver.storage && { ...carryOver.storage, value: middle + 5_000 },
    };
    expect(carryOverNotes(full)[0]).toContain('less 5 KAF that past winters took');
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
      /^On 04\/01\/2027, 1,\d{3} KAF \(\d\d %\) are expected to be left to 97 %; 8 in 10 chance between/,
    );
    expect(describeRoom(carryOver, { share: 0.1, label: '10 %' })).toContain('0 AF (0 %)');
  });

  test.each([
    [{}, '310 KAF at Snake River near Heise since 10/01/2026'],
    [{ flow: null }, 'None: the carry-over rests on the storage only'],
    [
      { flow: carryOver.flow && { ...carryOver.flow, volume_af: null } },
      'Unknown: Snake River near Heise lacks days since 10/01/2026',
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
    const season = carryOverTable('season', carryOver);
    expect(season.header.slice(0, 5)).toEqual([
      'Date',
      'Came (AF)',
      'Exceeded in 90 % (AF)',
      'Exceeded in 50 % (AF)',
      'Exceeded in 10 % (AF)',
    ]);
    expect(season.rows[0]?.slice(0, 3)).toEqual(['2026-10-30', 1_490_000, null]);
    expect(season.rows.at(-1)?.[3]).toBe(middle);
    expect(carryOverTable('volumes', createWithheldCarryOver()).rows.map((cells) => cells[1])).toEqual(
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
