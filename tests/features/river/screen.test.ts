import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Requester, RequestFailed } from '#contract/request.ts';
import type { River } from '#features/river/contract.ts';
import { createRiver } from '#features/river/screen/screen.ts';
import { fakeAddress, replaceRequest, setClock } from '../../support/fake-server.ts';

const latest = '2026-07-15';
const riverOf = (on: string): River => ({
  on,
  newest: latest,
  first: '1980-10-01',
  widest: null,
  rivers: [],
});

let answer: (on: string | undefined) => River | Promise<River>;
const asked: (string | undefined)[] = [];

function open(query = '') {
  const { history } = fakeAddress(query);
  replaceRequest((async (_: unknown, { query: { on } }: { query: { on?: string } }) => {
    asked.push(on);
    return answer(on);
  }) as unknown as Requester);
  setClock('2026-07-16T18:00:00Z');
  const screen = createRiver();
  return { screen, history, stop: screen.start() };
}

const shown = async ({ screen }: ReturnType<typeof open>, on: string) => {
  await vi.waitFor(() => expect(screen.$view.get()).toMatchObject({ river: { on }, isCurrent: true }));
  return screen.$view.get();
};

beforeEach(() => {
  asked.length = 0;
  answer = (on) => riverOf(on ?? latest);
});
afterEach(() => vi.restoreAllMocks());

test('opens with the latest complete day, which has no place in the address', async () => {
  const page = open();
  const view = await shown(page, latest);
  expect(asked).toEqual([undefined]);
  expect(view).toMatchObject({
    asked: { kind: 'today' },
    latest,
    previous: '2026-07-14',
    next: '2026-07-16',
  });
  page.screen.show('2026-07-14');
  expect(await shown(page, '2026-07-14')).toMatchObject({ asked: { kind: 'day' }, next: '' });
  page.screen.show('');
  await shown(page, latest);
  expect(page.history).toEqual(['', 'on=2026-07-14', '']);
  page.stop();
});

test('opens with the day of the address; today has no day after it', async () => {
  const page = open('on=2026-07-16');
  expect(await shown(page, '2026-07-16')).toMatchObject({
    asked: { kind: 'day' },
    previous: '',
    next: undefined,
  });
  page.stop();
});

describe('a wrong day', () => {
  test.each([
    ['never', 'There is no day “never”. Write one as 2021-05-14.'],
    ['2026-02-30', 'There is no day “2026-02-30”. Write one as 2021-05-14.'],
    ['2026-07-17', 'Jul 17, 2026 is in the future.'],
  ])('%s is not asked for, and is answered in words', (on, message) => {
    const page = open(`on=${on}`);
    expect(page.screen.$view.get()).toMatchObject({ problem: { message, action: 'back' }, isCurrent: false });
    expect(asked).toEqual([]);
    page.stop();
  });

  test('before the first value is refused once that is known', async () => {
    const page = open();
    await shown(page, latest);
    page.screen.show('1979-01-01');
    expect(page.screen.$view.get().problem?.message).toBe(
      'There is no river of Jan 1, 1979: the first value is of Oct 1, 1980.',
    );
    page.screen.show('');
    await shown(page, latest);
    expect(page.screen.$view.get().problem).toBeUndefined();
    page.stop();
  });

  test('that was typed and does not exist keeps its field', async () => {
    const page = open();
    await shown(page, latest);
    page.screen.refuseTyped();
    expect(page.screen.$view.get().problem?.message).toMatch(/^The day in the field does not exist/);
    page.stop();
  });
});

test('keeps the last river and says why another day is not shown, until a retry brings it', async () => {
  const page = open();
  await shown(page, latest);
  answer = () => Promise.reject(new RequestFailed('offline', 'The portal cannot be reached.'));
  page.screen.show('2026-07-01');
  await vi.waitFor(() =>
    expect(page.screen.$view.get()).toMatchObject({
      river: { on: latest },
      isCurrent: false,
      problem: {
        message: 'The portal cannot be reached. This is the river of Jul 15, 2026.',
        action: 'retry',
      },
    }),
  );
  answer = (on) => riverOf(on ?? latest);
  page.screen.retry();
  expect((await shown(page, '2026-07-01')).problem).toBeUndefined();
  page.stop();
});
