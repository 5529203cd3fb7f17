import { afterEach, describe, expect, test, vi } from 'vitest';
import { type Requester, RequestFailed } from '#contract/request.ts';
import type { Brief } from '#features/today/contract.ts';
import { createToday, describeTime, readStoredBrief } from '#features/today/screen/screen.ts';
import { guardStorage } from '#lib/page/storage.ts';
import { briefExample } from '../../support/brief-example.ts';
import { fakeAddress } from '../../support/fake-server.ts';
import { blockedStorage, createFakeStorage } from '../../support/fake-storage.ts';

const morning = new Date('2026-05-14T13:02:00Z');
const today = '2026-05-14';

const memoryStorage = (text = '') => {
  const items = createFakeStorage({ 'today-brief': text });
  return guardStorage(() => items);
};

type Answer = (on: string | undefined) => Brief | Promise<Brief>;

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

function open(query = '', answer: Answer = (on) => briefExample(on ?? today), storage = memoryStorage()) {
  const asked: (string | undefined)[] = [];
  const request = (async (_: unknown, { query: { on } }: { query: { on?: string } }) => {
    asked.push(on);
    return answer(on);
  }) as unknown as Requester;
  const { address, ...bar } = fakeAddress(query);
  let now = morning;
  let tick = () => {};
  const screen = createToday({
    request,
    address,
    storage,
    now: () => now,
    clock: {
      now: () => now,
      isVisible: () => true,
      onTick: (callback) => {
        tick = callback;
        return () => {};
      },
    },
  });
  stops.push(screen.start());
  return {
    screen,
    asked,
    ...bar,
    storage,
    view: () => screen.$view.get(),
    setNow: (next: Date) => {
      now = next;
    },
    tick: () => tick(),
  };
}

const settled = (condition: () => unknown) => vi.waitFor(() => expect(condition()).toBeTruthy());
const offline = () => {
  throw new RequestFailed('offline', 'The server cannot be reached.');
};

describe('the day', () => {
  test('is today without one in the address, and then the server is asked for none', async () => {
    const { asked, view } = open();
    await settled(() => view().isCurrent);
    expect(asked).toEqual([undefined]);
    expect(view()).toMatchObject({ asked: { kind: 'today' }, previous: '2026-05-13', next: undefined });
  });

  test('comes from the address, and steps add entries to the history', async () => {
    const { asked, view, screen, history } = open('on=2021-05-14&sites=12,345');
    await settled(() => view().isCurrent);
    expect(view()).toMatchObject({ previous: '2021-05-13', next: '2021-05-15' });
    screen.show('2021-05-13');
    await settled(() => view().isCurrent);
    screen.show('');
    await settled(() => view().isCurrent);
    expect(history).toEqual(['on=2021-05-14&sites=12,345', 'on=2021-05-13&sites=12,345', 'sites=12,345']);
    expect(asked).toEqual(['2021-05-14', '2021-05-13', undefined]);
  });

  test('that was typed and does not exist is refused until another one is asked for', async () => {
    const { view, screen } = open();
    await settled(() => view().isCurrent);
    screen.refuseTyped();
    expect(view().problem).toEqual({
      message: 'The day in the field does not exist, or is not complete.',
      action: 'back',
    });
    screen.show('');
    await settled(() => view().isCurrent);
    expect(view().problem).toBeUndefined();
  });

  test('that the server refuses shows its sentence', async () => {
    const detail = 'The first brief is of Oct 1, 1950, the last one of May 14, 2026.';
    const { view } = open('on=1850-01-01', () => {
      throw new RequestFailed('refused', detail, {
        type: 'about:blank',
        title: 'Bad Request',
        status: 400,
        detail,
        instance: '/api/brief',
      });
    });
    await settled(() => view().problem);
    expect(view().problem).toEqual({ message: detail, action: 'back' });
  });
});

describe('the last brief', () => {
  test('of another day stands in, and the sentence says so', async () => {
    const { view, storage } = open();
    await settled(() => view().isCurrent);
    const other = open('on=2021-05-14', offline, storage);
    await settled(() => other.view().problem);
    expect(other.view().problem?.message).toBe(
      'The brief of May 14, 2021 could not be loaded: the portal cannot be reached. This is that of May 14, 2026, loaded at 7:02 a.m.',
    );
  });

  test('is missing on a first visit without the portal', async () => {
    const { view } = open('', offline);
    await settled(() => view().problem);
    expect(view()).toMatchObject({
      brief: undefined,
      problem: { message: 'The brief could not be loaded: the portal cannot be reached.', action: 'retry' },
    });
  });

  test('of today is renewed quietly while the page stays open, and is another one after midnight', async () => {
    let day = today;
    const { view, asked, setNow, tick } = open('', () => briefExample(day));
    await settled(() => view().isCurrent);
    setNow(new Date('2026-05-14T13:20:00Z'));
    tick();
    expect(view()).toMatchObject({ isLoading: false, isCurrent: true, problem: undefined });
    await settled(() => asked.length === 2);
    await new Promise((resolve) => setTimeout(resolve));
    day = '2026-05-15';
    setNow(new Date('2026-05-15T06:01:00Z'));
    tick();
    expect(view().isLoading).toBe(false);
    await settled(() => view().brief?.on === '2026-05-15');
    expect(view()).toMatchObject({ today: '2026-05-15', asked: { kind: 'today' }, previous: '2026-05-14' });
  });

  test('of a past day is not renewed', async () => {
    const { view, asked, setNow, tick } = open('on=2026-05-10');
    await settled(() => view().isCurrent);
    setNow(new Date('2026-05-15T13:30:00Z'));
    tick();
    expect(asked).toEqual(['2026-05-10']);
  });

  test('is not needed: a blocked storage, and one with something else in it, are passed over', async () => {
    const { view, storage } = open('', (on) => briefExample(on ?? today), guardStorage(blockedStorage));
    await settled(() => view().isCurrent);
    expect(readStoredBrief(storage)).toBeUndefined();
    for (const text of ['', '{', 'null', '7', '{"at":1}', '{"at":"x","brief":{}}']) {
      expect(readStoredBrief(memoryStorage(text))).toBeUndefined();
    }
  });
});

test.each([
  ['2026-05-14T13:02:00Z', '7:02 a.m.'],
  ['2026-05-14T18:30:00Z', '12:30 p.m.'],
  ['2026-05-14T06:05:00Z', '12:05 a.m.'],
  ['2026-05-13T22:00:00Z', 'May 13, 2026, 4:00 p.m.'],
])('%s is %s in the basin', (instant, expected) => {
  expect(describeTime(Date.parse(instant), new Date('2026-05-14T20:00:00Z'))).toBe(expected);
});
