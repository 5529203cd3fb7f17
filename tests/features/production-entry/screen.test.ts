import { describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { nameOf } from '#contract/index.ts';
import type { Requester } from '#contract/request.ts';
import type { ProductionMonth } from '#features/production-entry/contract.ts';
import { daysOfMonth } from '#features/production-entry/rules/grid.ts';
import { describeSaved, toServerFaults } from '#features/production-entry/screen/month-rows.ts';
import { createMonthScreen, type MonthScreen } from '#features/production-entry/screen/month-screen.ts';
import { createUnsaved } from '#features/records/screen/unsaved.ts';
import { guardStorage } from '#lib/page/storage.ts';
import { fakeAddress, fakeToasts, refused, replaceRequest, setClock } from '../../support/fake-server.ts';
import { createFakeStorage } from '../../support/fake-storage.ts';

type Entry = NonNullable<ProductionMonth['days'][number]['entry']>;

const entryOf = (hours_pumped: number, updated_at: string, status_id = 2): Entry => ({
  id: '00000000-0000-4000-8000-000000000001',
  updated_at,
  updated_by: 'someone',
  status_id,
  content: { hours_pumped, method: 'Hour meter', meter_reading: null, reading_time: null, remarks: null },
});

const monthWith = (entries: Record<string, Entry>, month = '2026-08'): ProductionMonth => ({
  well: 'W-7',
  month,
  today: '2026-08-20',
  days: daysOfMonth(month).map((day) => ({ day, entry: entries[day] ?? null, delivered: null })),
});

/** A screen whose server answers with what `answer` returns or throws. */
async function open(
  answer: (name: string, request: { body?: unknown; params: { month: string } }) => ProductionMonth,
  { query = 'well=W-7&month=2026-08', memory = createFakeStorage() } = {},
) {
  const bar = fakeAddress(query);
  const messages: string[] = [];
  replaceRequest((async (endpoint: Endpoint, input: never) => answer(nameOf(endpoint), input)) as Requester);
  fakeToasts().mockImplementation((message) => messages.push(message));
  setClock('2026-08-20T18:00:00Z');
  const screen = createMonthScreen({
    storage: guardStorage(() => memory),
    subject: 'me',
    unsavedOf: ({ well, month }) =>
      createUnsaved({ subject: 'me', model: 'production-month', id: `${well}:${month}`, storage: memory }),
  });
  const stop = screen.start();
  await expect.poll(() => screen.$state.get().status).not.toBe('loading');
  return { screen, stop, written: bar.history, messages, memory };
}

const hoursOf = (screen: Awaited<ReturnType<typeof open>>['screen'], index: number) =>
  screen.$grid.get()[index]?.cells.hours_pumped;

function typeHours(screen: MonthScreen, hours: readonly string[]): void {
  screen.edit(hours.map((each, row) => ({ row, cells: { hours_pumped: each } })));
}

describe('a month of a well', () => {
  test('opens as the address says; otherwise this month and the last well', async () => {
    const first = await open(() => monthWith({}));
    first.screen.choose({ month: '2026-07' });
    expect(first.written.at(-1)).toBe('well=W-7&month=2026-07');
    const second = await open((_, { params }) => monthWith({}, params.month), {
      query: 'month=2026-13',
      memory: first.memory,
    });
    expect(second.screen.$place.get()).toEqual({ well: 'W-7', month: '2026-08' });
    const third = await open((_, { params }) => monthWith({}, params.month), { query: 'month=2027-01' });
    expect(third.screen.$place.get()).toEqual({ well: '', month: '2026-08' });
    expect(third.screen.$state.get().status).toBe('unchosen');
  });

  test('days after today take no text', async () => {
    const { screen } = await open(() => monthWith({}));
    screen.edit([
      { row: 19, cells: { hours_pumped: '5' } },
      { row: 20, cells: { hours_pumped: '5' } },
    ]);
    expect([hoursOf(screen, 19), hoursOf(screen, 20)]).toEqual(['5', '']);
  });

  test('one save sends the days with changes, and publishing also sends the drafts', async () => {
    const sent: unknown[] = [];
    const saved = { '2026-08-01': entryOf(1, 'a', 1), '2026-08-02': entryOf(2, 'b') };
    const { screen, messages } = await open((name, { body }) => {
      if (name === 'saveProductionMonth') sent.push(body);
      return monthWith(saved);
    });
    typeHours(screen, ['1.0', '', '3']);
    expect(screen.$changed.get()).toEqual([1, 2]);
    expect(screen.countDeletions()).toBe(1);
    await screen.save(true);
    expect(sent).toMatchObject([
      {
        publish: true,
        days: [
          { day: '2026-08-01', seen: 'a', content: { hours_pumped: 1 } },
          { day: '2026-08-02', seen: 'b', content: null },
          { day: '2026-08-03', seen: null, content: { hours_pumped: 3, method: 'Hour meter' } },
        ],
      },
    ]);
    expect(messages).toEqual(['2 days were published. 1 entry was deleted.']);
    expect(screen.$changed.get()).toEqual([]);
  });

  test('nothing is sent while a cell is faulty', async () => {
    const { screen } = await open((name) => {
      if (name === 'saveProductionMonth') throw new Error('A faulty month was sent.');
      return monthWith({});
    });
    screen.edit([{ row: 0, cells: { hours_pumped: '25' } }]);
    expect(await screen.save(false)).toBe(false);
    expect(screen.$faults.get()).toEqual([{ row: 0, column: 0, fault: 'Enter hours from 0 to 24.' }]);
  });

  test('a conflict keeps what was typed, shows both, and is settled day by day', async () => {
    let current = monthWith({ '2026-08-01': entryOf(1, 'a') });
    let isRefused = true;
    const { screen } = await open((name) => {
      if (name === 'saveProductionMonth' && isRefused) {
        current = monthWith({ '2026-08-01': entryOf(9, 'b'), '2026-08-02': entryOf(8, 'c') });
        throw refused(409, 'Someone has changed 2 days.');
      }
      return current;
    });
    typeHours(screen, ['5', '6', '7']);
    await screen.save(true);
    expect(screen.$conflicts.get()).toEqual([0, 1]);
    expect([0, 1, 2].map((row) => hoursOf(screen, row))).toEqual(['5', '6', '7']);
    expect(await screen.save(true)).toBe(false);
    screen.takeTheirs(0);
    screen.keepMine(1);
    expect(screen.$conflicts.get()).toEqual([]);
    expect([0, 1, 2].map((row) => hoursOf(screen, row))).toEqual(['9', '6', '7']);
    isRefused = false;
    expect(await screen.save(true)).toBe(true);
  });

  test('typed cells survive a reload, with the state in which they were opened', async () => {
    const { screen, stop, memory } = await open(() => monthWith({ '2026-08-01': entryOf(1, 'a') }));
    screen.edit([{ row: 0, cells: { hours_pumped: '5' } }]);
    stop();
    const again = await open(() => monthWith({ '2026-08-01': entryOf(2, 'b') }), { memory });
    expect(hoursOf(again.screen, 0)).toBe('5');
    expect(again.screen.$restoredAt.get()).toBeDefined();
    expect(again.screen.$conflicts.get()).toEqual([0]);
    again.screen.discard();
    expect(hoursOf(again.screen, 0)).toBe('2');
    const third = await open(() => monthWith({}), { memory });
    expect(third.screen.$changed.get()).toEqual([]);
  });
});

test('reads the cells from the paths of a problem', () => {
  const paths = ['body.days.2026-08-03.hours_pumped', 'body.days.2026-08-04', 'body.publish'];
  const errors = paths.map((path) => ({ path, message: 'x' }));
  expect(toServerFaults(refused(400, '', errors))).toEqual([
    { day: '2026-08-03', column: 'hours_pumped', message: 'x' },
    { day: '2026-08-04', column: undefined, message: 'x' },
  ]);
});

test('says what was saved', () => {
  const day = { day: '2026-08-01', seen: null, content: {} };
  expect(describeSaved([day], false)).toBe('1 day was saved as a draft.');
  expect(describeSaved([day, day], false)).toBe('2 days were saved as drafts.');
  expect(describeSaved([day, day], true)).toBe('2 days were published.');
  expect(describeSaved([{ ...day, content: null }], true)).toBe('1 entry was deleted.');
});
