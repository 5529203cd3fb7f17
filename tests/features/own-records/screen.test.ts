import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { RequestFailed } from '#contract/request.ts';
import type { OwnSite } from '#features/own-records/contract.ts';
import { fieldsOf } from '#features/own-records/screen/mapping-fields.ts';
import { describeEffect } from '#features/own-records/screen/RatingTables.tsx';
import {
  checkReading,
  editReading,
  emptyReading,
  type TypedReading,
  toTypedReading,
} from '#features/own-records/screen/typed-reading.ts';
import { guardStorage } from '#lib/page/storage.ts';
import { createOutbox, type OutboxEntry } from '#stores/outbox.ts';
import { refused } from '../../support/fake-server.ts';
import { createFakeStorage } from '../../support/fake-storage.ts';

const now = new Date('2026-07-04T16:30:20Z');

const site: OwnSite = {
  loc_ndx: 901,
  loc_id: 'GATE-7',
  loc_name: 'Gate 7',
  limit_minutes: 60,
  can_write: true,
  parameters: [
    { parameter_ndx: 0, parameter_name: 'Stage', units_name: 'ft', units: ['ft', 'in'] },
    { parameter_ndx: 6, parameter_name: 'Diversion', units_name: 'cfs', units: ['cfs', 'gpm'] },
  ],
};

const typedWith = (part: Partial<TypedReading>) => ({ ...emptyReading(now), value: '1.5', ...part });
const check = (part: Partial<TypedReading>, at = now) =>
  checkReading(site, typedWith(part), { now: at, id: 'an-id' });

describe('a typed reading', () => {
  test.each([
    ['no value', { value: '' }, { value: 'Enter a number, such as 12.5.' }],
    ['words', { value: 'low' }, { value: 'Enter a number, such as 12.5.' }],
    [
      'a decimal comma, which could be a thousand',
      { value: '1,5' },
      { value: 'Enter a number, such as 12.5.' },
    ],
    ['no time', { at: '' }, { at: 'Choose a day and a time.' }],
    ['a time in the future', { at: '2026-07-04T10:31' }, { at: 'The time is in the future.' }],
    [
      'a time that the clocks skip',
      { at: '2026-03-08T02:30', instant: undefined },
      { at: 'There was no such time: the clocks went forward.' },
    ],
  ] as const)('with %s is not sent, and says why', (_, part, faults) => {
    expect(check(part)).toEqual({ faults });
  });

  test('has the first parameter of the site, its unit and its minute, unless others are chosen', () => {
    const first = check({ note: ' ice ' });
    expect(first).toMatchObject({
      reading: {
        id: 'an-id',
        body: { parameter_ndx: 0, at: '2026-07-04T16:30:00Z', value: 1.5, unit: 'ft', note: 'ice' },
        label: 'Stage 1.5 ft, 07/04/2026 10:30 AM',
      },
    });
    const other = check({ parameter: '6', unit: 'gpm', at: '2026-07-04T09:00', instant: undefined });
    expect(other).toMatchObject({
      reading: { body: { parameter_ndx: 6, at: '2026-07-04T15:00:00Z', unit: 'gpm' } },
    });
  });

  test('of the second 01:30 of a November night has the instant of its entry, and a typed 01:30 the first one', () => {
    const second = new Date('2026-11-01T08:30:40Z');
    const entered = checkReading(site, { ...emptyReading(second), value: '1' }, { now: second });
    expect(entered).toMatchObject({ reading: { body: { at: '2026-11-01T08:30:00Z' } } });
    const typed = editReading({ ...emptyReading(second), value: '1' }, { at: '2026-11-01T01:30' });
    expect(checkReading(site, typed, { now: second })).toMatchObject({
      reading: { body: { at: '2026-11-01T07:30:00Z' } },
    });
  });

  test('takes its time when its value is begun, not when the page is opened, nor from a typed time', () => {
    const later = new Date('2026-07-04T17:05:00Z');
    const begun = editReading(emptyReading(now), { value: '1' }, later);
    expect(begun).toMatchObject({ at: '2026-07-04T11:05', instant: '2026-07-04T17:05:00Z' });
    expect(editReading(begun, { value: '1.2' }, new Date('2026-07-04T18:00:00Z')).at).toBe(
      '2026-07-04T11:05',
    );
    const timed = editReading(emptyReading(now), { at: '2026-07-03T08:00' }, later);
    expect(editReading(timed, { value: '3' }, later)).toMatchObject({
      at: '2026-07-03T08:00',
      instant: undefined,
    });
  });

  test('goes back into the form as it was, where the server refuses it', () => {
    const sent = check({
      parameter: '6',
      at: '2026-07-04T09:00',
      instant: undefined,
      note: 'x',
      photo: 'data:',
    });
    if (!('reading' in sent)) throw new Error('The reading is in order.');
    expect(toTypedReading(sent.reading)).toEqual({
      parameter: '6',
      value: '1.5',
      unit: 'cfs',
      at: '2026-07-04T09:00',
      note: 'x',
      photo: 'data:',
    });
  });
});

/** An outbox whose server does what `answer` says for an id. */
function openOutbox(
  answer: (id: string) => void,
  { memory = createFakeStorage(), blocked = false }: { memory?: Storage; blocked?: boolean } = {},
) {
  const sent: string[] = [];
  const timers: (() => void)[] = [];
  const outbox = createOutbox<OutboxEntry>({
    key: 'outbox',
    storage: guardStorage(() => {
      if (blocked) throw new DOMException('blocked', 'SecurityError');
      return memory;
    }),
    send: async ({ id }) => {
      sent.push(id);
      answer(id);
    },
    later: (callback) => {
      timers.push(callback);
      return () => timers.splice(timers.indexOf(callback), 1);
    },
  });
  return { outbox, sent, timers, memory };
}

const offline = () => {
  throw new RequestFailed('offline', 'The server cannot be reached.');
};
const idsOf = ({ outbox }: ReturnType<typeof openOutbox>) => outbox.$entries.get().map(({ id }) => id);

describe('what is not on the server yet', () => {
  const listeners = new Map<string, () => void>();
  beforeEach(() => {
    vi.stubGlobal('addEventListener', (name: string, listener: () => void) => listeners.set(name, listener));
    vi.stubGlobal('removeEventListener', (name: string) => listeners.delete(name));
  });
  afterEach(() => void vi.unstubAllGlobals());

  test('is sent as soon as the network is back, while the page is open', async () => {
    let isDown = true;
    const open = openOutbox(() => isDown && offline());
    const stop = open.outbox.follow();
    await open.outbox.add({ id: 'a' });
    isDown = false;
    listeners.get('online')?.();
    await expect.poll(() => idsOf(open)).toEqual([]);
    expect(open.timers).toEqual([]);
    stop();
    expect(listeners.size).toBe(0);
  });

  test('is stored until it is sent, in the order of its entry, also after a reload', async () => {
    let isDown = true;
    const first = openOutbox(() => isDown && offline());
    await first.outbox.add({ id: 'a' });
    await first.outbox.add({ id: 'b' });
    expect(first.outbox.$failure.get()).toBe('The server cannot be reached.');
    expect(idsOf(first)).toEqual(['a', 'b']);

    isDown = false;
    const reloaded = openOutbox(() => {}, { memory: first.memory });
    const stop = reloaded.outbox.follow();
    await expect.poll(() => idsOf(reloaded)).toEqual([]);
    expect(reloaded.sent).toEqual(['a', 'b']);
    expect(first.memory.getItem('outbox')).toBeNull();
    stop();
  });

  test('is tried again by itself, with the same id', async () => {
    let isDown = true;
    const open = openOutbox(() => isDown && offline());
    await open.outbox.add({ id: 'a' });
    isDown = false;
    open.timers[0]?.();
    await expect.poll(() => idsOf(open)).toEqual([]);
    expect(open.sent).toEqual(['a', 'a']);
    expect(open.outbox.$failure.get()).toBeUndefined();
  });

  test.each([400, 403, 404, 409, 413])(
    'that gets a %i stays with the reason, and holds up no other',
    async (status) => {
      const open = openOutbox((id) => {
        if (id === 'a') throw refused(status, 'It is not taken.');
      });
      await open.outbox.add({ id: 'a' });
      await open.outbox.add({ id: 'b' });
      expect(open.outbox.$entries.get()).toEqual([{ id: 'a', refusal: 'It is not taken.' }]);
      expect(open.sent).toEqual(['a', 'b']);
      open.outbox.remove('a');
      expect(idsOf(open)).toEqual([]);
    },
  );

  test.each([401, 429, 500, 503])('waits where the server answers %i', async (status) => {
    const open = openOutbox(() => {
      throw refused(status, 'Not now.');
    });
    await open.outbox.add({ id: 'a' });
    expect(open.outbox.$entries.get()).toEqual([{ id: 'a' }]);
    expect(open.outbox.$failure.get()).toBe('Not now.');
  });

  test('of another tab is neither lost nor sent for it', async () => {
    const one = openOutbox(offline);
    await one.outbox.add({ id: 'a' });
    const other = openOutbox(offline, { memory: one.memory });
    await other.outbox.add({ id: 'b' });
    one.outbox.remove('a');
    expect(JSON.parse(one.memory.getItem('outbox') ?? '')).toEqual([{ id: 'b' }]);
  });

  test('says where the browser stores nothing, and is still sent', async () => {
    let isDown = true;
    const open = openOutbox(() => isDown && offline(), { blocked: true });
    await open.outbox.add({ id: 'a' });
    expect(open.outbox.$storageFault.get()).toBe('blocked');
    isDown = false;
    await open.outbox.add({ id: 'b' });
    expect(idsOf(open)).toEqual([]);
    expect(open.outbox.$storageFault.get()).toBeUndefined();
  });
});

describe('the fields of a mapping', () => {
  const columns = ['Date', 'Hour', 'Q'];
  const fields = (mapping: Parameters<typeof fieldsOf>[0]) => fieldsOf(mapping, { columns, sites: [site] });
  const field = (label: string, mapping: Parameters<typeof fieldsOf>[0] = {}) => {
    const found = fields(mapping).find((each) => each.label === label);
    if (!found) throw new Error(`There is no field “${label}”.`);
    return found;
  };

  test('take a site or a column of ids, and forget what was of another site', () => {
    const { choices, toPart } = field('Site');
    expect(choices).toEqual({
      'GATE-7': 'Gate 7',
      'column Date': 'Ids in the column Date',
      'column Hour': 'Ids in the column Hour',
      'column Q': 'Ids in the column Q',
    });
    expect(toPart('column Q')).toEqual({ site: { column: 'Q' }, parameter: undefined, unit: undefined });
    expect(toPart('GATE-7').site).toEqual({ loc_id: 'GATE-7' });
    expect(toPart('').site).toBeUndefined();
  });

  test('offer the parameters of the site and their units only', () => {
    const mapping = { site: { loc_id: 'GATE-7' }, parameter: 'Diversion' };
    expect(Object.keys(field('What was measured', mapping).choices)).toEqual(['Stage', 'Diversion']);
    expect(Object.keys(field('Unit in the file', mapping).choices)).toEqual(['cfs', 'gpm']);
    expect(field('Unit in the file', { site: { loc_id: 'GATE-8' } }).choices).toEqual({});
  });

  test('read back what they have set', () => {
    const answers = [
      ['What a row is', 'daily mean'],
      ['Clock of the times', '-07:00'],
      ['What a time means', 'end'],
      ['Minutes of a period', '60'],
      ['Order of a date', 'DMY'],
      ['Decimal sign', ','],
      ['Where the counter goes down', '10000'],
      ['Where the counter goes down', 'reset'],
      ['Between columns', 'tab'],
      ['Line with the names of the columns', '0'],
      ['Site', 'column Q'],
      ['Site', 'GATE-7'],
      ['Column of the time', 'Date'],
    ] as const;
    for (const [label, value] of answers) {
      const part = field(label).toPart(value);
      expect(field(label, part as Parameters<typeof fieldsOf>[0]).value, label).toBe(value);
      expect(Object.values(field(label).toPart('')).every((each) => each === undefined)).toBe(true);
    }
  });

  test('have the time of day with its date only', () => {
    const label = 'Time of day, if in a column of its own';
    expect(field(label, { time: ['Date'] }).toPart('Hour')).toEqual({ time: ['Date', 'Hour'] });
    expect(field(label, { time: ['Date', 'Hour'] }).toPart('')).toEqual({ time: ['Date'] });
    expect(field(label).toPart('Hour')).toEqual({ time: undefined });
  });
});

test.each([
  [
    { readings: 0, beyond: 0, days: 0 },
    'The table covers no stored reading of the stage, and changes nothing.',
  ],
  [
    { readings: 48, beyond: 3, days: 2 },
    'The table covers 48 readings of the stage, 3 of them beyond its ends, which get no flow. 2 days from Apr 1, 2026 to Apr 2, 2026 will be computed again.',
  ],
  [{ readings: 1, beyond: 0, days: 0 }, 'The table covers 1 reading of the stage. No day changes.'],
] as const)('a rating table says before it is stored what it changes: %j', (counts, sentence) => {
  const points: [number, number][] = [
    [0.2, 1],
    [3.4, 90],
  ];
  const effect = { points, refused: [], first: '2026-04-01', last: '2026-04-02', table: null, ...counts };
  expect(describeEffect(effect)).toBe(`2 points from 0.2 to 3.4 ft. ${sentence}`);
});
