import { afterEach, describe, expect, test, vi } from 'vitest';
import { RequestFailed } from '#contract/request.ts';
import { createFill } from '#features/fill/screen/screen.ts';
import { createOutlook } from '#features/outlook/screen/screen.ts';
import type { PageSettings } from '#season/years/year-comparison.ts';
import { dataOf, type SubmitState } from '#stores/queries.ts';
import { type FakeResponses, fakeAddress, fakeServer } from '../../support/fake-server.ts';
import { createCarryOverExample } from '../carry-over/carry-over-example.ts';
import { createOutlookExample } from '../outlook/outlook-example.ts';
import { createFillExample } from './fill-example.ts';

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

type Screen = { start(): () => void; result: { $state: { get(): SubmitState<unknown, unknown> } } };
type Opening = { query?: string; today?: string; responses?: FakeResponses };

/** Opens a part at noon of a day. What is asked for without a day is of that one. */
function open<S extends Screen>(
  create: (settings: PageSettings) => S,
  { query = '', today = '2026-06-21', responses = {} }: Opening,
) {
  const issuedOf = (call: string) => {
    const asked = server.callsOf(call).at(-1)?.query as { issued?: string } | undefined;
    return asked?.issued ?? today;
  };
  const server = fakeServer({
    readOutlook: () => createOutlookExample({ issued: issuedOf('readOutlook') }),
    readFill: () => {
      const issued = issuedOf('readFill');
      return createFillExample({ issued, by: `${issued.slice(0, 4)}-07-31` });
    },
    readCarryOver: () => createCarryOverExample({ issued: issuedOf('readCarryOver') }),
    readBrief: () => ({ snow: [] }),
    ...responses,
  });
  const bar = fakeAddress(query);
  const now = () => new Date(`${today}T18:00:00Z`);
  const screen = create({ request: server.request, address: bar.address, now });
  stop = screen.start();
  const settled = (status = 'ready') =>
    vi.waitFor(() => expect(screen.result.$state.get().status).toBe(status));
  return { screen, server, settled, ...bar };
}
const openOutlook = (opening: Opening) =>
  open((settings) => createOutlook({ ...settings, points, fill }), opening);
const openFill = (opening: Opening) =>
  open((settings) => createFill({ ...settings, options: { points, fill } }), opening);

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
    const { server, settled, history } = part === 'fill' ? openFill({ today }) : openOutlook({ today });
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
    const opening = { query, today: '2026-11-21' };
    const { server, settled, history } = part === 'fill' ? openFill(opening) : openOutlook(opening);
    await settled();
    expect([server.callsOf(call).length, server.callsOf('readCarryOver').length]).toEqual([1, 0]);
    expect(history.at(-1)).toContain(query.slice(-17));
  });

  test('a link to a carry-over of reservoirs has its day and its snow', async () => {
    const query = 'point=island-park&reservoir=grassy&issued=2025-11-01';
    const { server, settled } = openOutlook({ query, today: '2026-11-21' });
    await settled();
    expect(server.callsOf('readCarryOver')).toMatchObject([
      { params: { id: 'grassy' }, query: { issued: '2025-11-01' } },
    ]);
    expect(server.callsOf('readBrief')).toMatchObject([{ query: { on: '2025-11-01' } }]);
  });

  test('is there without a brief of the day', async () => {
    const { screen, settled } = openOutlook({
      today: '2026-11-21',
      responses: { readBrief: () => Promise.reject(new RequestFailed('refused', 'No day before 1980.')) },
    });
    await settled();
    expect(dataOf(screen.result.$state.get())).toMatchObject({ id: 'system', snow: [] });
  });

  test('reservoirs bring their point, and a step of the history', async () => {
    const { screen, settled, server, history } = openOutlook({ today: '2026-11-21' });
    await settled();
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
    const { screen, settled, history } = openFill({
      query: 'reservoir=system&issued=2026-11-01',
      today: '2026-11-21',
    });
    await settled();
    screen.setTarget(0.9);
    await settled();
    expect(history.at(-1)).toBe('reservoir=system&target=0.9&issued=2026-11-01');
    screen.setIssued('2026-05-01');
    await settled();
    expect(screen.$selection.get()).toMatchObject({ issued: '2026-05-01', by: '2026-07-31' });
  });
});

describe('the outlook', () => {
  test('asks for the latest without a day, and writes the day that came without a step of the history', async () => {
    const { settled, server, history } = openOutlook({});
    await settled();
    expect(server.callsOf('readOutlook')).toMatchObject([
      { params: { point: 'heise' }, query: { issued: undefined } },
    ]);
    await vi.waitFor(() => expect(history).toEqual(['point=heise&issued=2026-06-21']));
    expect(server.callsOf('readOutlook')).toHaveLength(1);
  });

  test('says what of a link cannot be shown, until something else is chosen', async () => {
    const { screen, settled } = openOutlook({ query: 'point=nowhere&issued=2026-09-01' });
    expect(screen.$refused.get()).toEqual([
      'There is no point “nowhere”. This is Snake River near Heise.',
      'Sep 1, 2026 is in the future. The latest outlook is shown.',
    ]);
    await settled();
    screen.setPoint('island-park');
    expect(screen.$refused.get()).toEqual([]);
  });
});
