import { describe, expect, test } from 'vitest';
import { computeTimeoutMs } from '#server/http/query-cache.ts';
import { handlerTimeoutMs } from '#server/http/register-endpoint.ts';
import { createKnownBrowserCookie } from '#server/identity/known-browser.ts';
import { createSignInLimiter, type SignInAttempt } from '#server/identity/sign-in-limiter.ts';
import {
  type CounterStore,
  createMemoryCounters,
  createRequestCounters,
  withMemoryFallback,
} from '#server/limits/counters.ts';
import { budgetWindowMs, createAccount } from '#server/limits/request-budget.ts';

const minuteMs = 60_000;

function createClock(start = 1_000_000) {
  let time = start;
  return {
    now: () => time,
    pass: (milliseconds: number) => {
      time += milliseconds;
    },
  };
}

describe('counts in memory', () => {
  test('add up in a window that begins with the first event', async () => {
    const clock = createClock();
    const { addOne } = createMemoryCounters(clock.now);
    const add = (key: string, amount = 1) => addOne({ key, amount, windowMs: minuteMs });
    expect(add('a')).toEqual({ count: 1, msLeft: minuteMs });
    clock.pass(50_000);
    expect(add('a')).toEqual({ count: 2, msLeft: 10_000 });
    expect(add('b')).toEqual({ count: 1, msLeft: minuteMs });
    expect(add('a', -1)).toEqual({ count: 1, msLeft: 10_000 });
    clock.pass(10_000);
    expect(add('a', -1)).toEqual({ count: 0, msLeft: 0 });
    expect(add('a')).toEqual({ count: 1, msLeft: minuteMs });
    expect(add('a', -5)).toEqual({ count: 0, msLeft: minuteMs });
  });

  test('are bounded; a flood of keys does not clear a high count', () => {
    const counters = createMemoryCounters(() => 0);
    for (let n = 0; n < 20; n += 1) counters.addOne({ key: 'high', amount: 1, windowMs: minuteMs });
    for (let n = 0; n < 60_000; n += 1) counters.addOne({ key: `key ${n}`, amount: 1, windowMs: minuteMs });
    expect(counters.read('high')).toBe(20);
    expect(counters.read('key 0')).toBe(0);
    expect(counters.read('key 59999')).toBe(1);
  });
});

describe('sign-in attempts', () => {
  const email = 'demo@example.org';

  function createPortal() {
    const clock = createClock();
    const { attempt } = createSignInLimiter(createMemoryCounters(clock.now));
    const guess = (who: Partial<SignInAttempt> = {}, isRight = false) =>
      attempt({ address: '10.0.0.1', email, ...who }, async () => (isRight ? 'account' : undefined));
    return { clock, guess };
  }

  /** Guesses many times in parallel. @returns how many passwords were looked at */
  async function countChecked(
    guess: () => ReturnType<ReturnType<typeof createPortal>['guess']>,
    times: number,
  ) {
    const outcomes = await Promise.all(Array.from({ length: times }, guess));
    return outcomes.filter(({ kind }) => kind === 'checked').length;
  }

  test('beyond 500 that wait are refused at once, and the others have their turn', async () => {
    const { attempt } = createSignInLimiter(createMemoryCounters());
    const { promise: end, resolve } = Promise.withResolvers<undefined>();
    const enter = (n: number) => attempt({ address: `10.0.${n}.1`, email: `${n}@example.org` }, () => end);
    const attempts = Array.from({ length: 502 }, (_, n) => enter(n));
    expect(await enter(502)).toEqual({ kind: 'refused', waitSeconds: 1 });
    resolve(undefined);
    const outcomes = await Promise.all(attempts);
    expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(['checked']));
  });

  test('that failed at this address are forgiven by a right password, but not those at the account', async () => {
    const { guess } = createPortal();
    for (let round = 0; round < 5; round += 1) {
      expect(await countChecked(() => guess(), 9)).toBe(9);
      expect(await guess({}, true)).toMatchObject({ account: 'account' });
    }
    expect(await countChecked(() => guess(), 9)).toBe(5);
    expect(await guess({ address: '10.0.0.2' }, true)).toMatchObject({ kind: 'refused' });
  });

  test('are limited for one address, whatever the account', async () => {
    const { guess } = createPortal();
    let n = 0;
    expect(
      await countChecked(() => {
        n += 1;
        return guess({ email: `${n}@example.org` });
      }, 300),
    ).toBe(50);
    expect(await guess({}, true)).toEqual({ kind: 'refused', waitSeconds: 3600 });
  });

  test('of one IPv6 network count as one address', async () => {
    const { guess } = createPortal();
    let n = 0;
    expect(
      await countChecked(() => {
        n += 1;
        return guess({ address: `2001:db8:1:2::${n.toString(16)}` });
      }, 300),
    ).toBe(10);
  });

  test('at one account are at most 100 within any hour, over all addresses', async () => {
    const { clock, guess } = createPortal();
    const checkedAt: number[] = [];
    for (let minute = 0; minute < 240; minute += 1) {
      for (let n = 0; n < 20; n += 1) {
        const { kind } = await guess({ address: `10.${n}.${minute}.1` });
        if (kind === 'checked') checkedAt.push(clock.now());
      }
      clock.pass(minuteMs);
    }
    const inHourFrom = (start: number) =>
      checkedAt.filter((time) => time >= start && time < start + 60 * minuteMs).length;
    expect(Math.max(...checkedAt.map(inHourFrom))).toBeLessThanOrEqual(100);
    expect(checkedAt.length).toBeGreaterThanOrEqual(200);
  });

  test('from one address do not use up those of the account', async () => {
    const { clock, guess } = createPortal();
    for (let minute = 0; minute < 180; minute += 1) {
      for (let n = 0; n < 20; n += 1) await guess();
      expect(await guess({ address: '10.0.0.2' }, true)).toMatchObject({ account: 'account' });
      clock.pass(minuteMs);
    }
  });
});

describe('the cookie of a known browser', () => {
  const cookie = createKnownBrowserCookie('https://portal.example.org', { cookies: ['k'.repeat(32)] });
  const [pair = '', attributes] = cookie.create('demo@example.org').split(/; (.*)/);

  test('is for the sign-in page only, and for no script', () => {
    expect(attributes).toBe('path=/interaction; max-age=15552000; samesite=strict; secure; httponly');
  });

  test('is read with its account, however it is typed', () => {
    const id = cookie.read(`a=b; ${pair}; c=d`, ' Demo@Example.org');
    expect(id).toMatch(/^[\w-]{22}$/);
    expect(cookie.read(cookie.create('demo@example.org'), 'demo@example.org')).not.toBe(id);
  });

  test('is read after its key was replaced', () => {
    const keys = ['n'.repeat(32), 'k'.repeat(32)];
    expect(
      createKnownBrowserCookie('https://portal.example.org', { cookies: keys }).read(
        pair,
        'demo@example.org',
      ),
    ).toBeDefined();
  });

  test.each([
    ['another account', pair, 'user@example.org'],
    ['no cookie', undefined, 'demo@example.org'],
    ['another id', pair.replace(/=(.)/, (_, first) => (first === '_' ? '=-' : '=_')), 'demo@example.org'],
    ['no signature', pair.replace(/\..*/, ''), 'demo@example.org'],
    ['a short signature', pair.slice(0, -4), 'demo@example.org'],
    ['another name', `x${pair}`, 'demo@example.org'],
  ])('is refused for %s', (_, header, email) => {
    expect(cookie.read(header, email)).toBeUndefined();
  });

  test('of another installation is refused', () => {
    const other = createKnownBrowserCookie('https://portal.example.org', { cookies: ['x'.repeat(32)] });
    expect(other.read(pair, 'demo@example.org')).toBeUndefined();
  });
});

describe('requests of several processes', () => {
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  /** Lets the exchanges that are due happen. */
  async function exchanged(check: () => boolean) {
    await expect.poll(check).toBe(true);
    await settled();
  }

  test('add up, without waiting', async () => {
    const shared = createMemoryCounters();
    const [a, b] = [1, 2].map(() => createRequestCounters(shared, { exchangeMs: 5 }));
    if (!a || !b) throw new Error('never');
    for (let n = 0; n < 3; n += 1) expect(a.add('key', minuteMs).count).toBe(n + 1);
    await exchanged(() => shared.read('key') === 3);
    expect(b.add('key', minuteMs).count).toBe(1);
    await exchanged(() => shared.read('key') === 4);
    expect(b.add('key', minuteMs).count).toBe(5);
    await exchanged(() => shared.read('key') === 5);
    expect(a.add('key', minuteMs).count).toBe(4);
    await exchanged(() => shared.read('key') === 6);
    expect(a.add('key', minuteMs).count).toBe(7);
    a.close();
    b.close();
  });

  test('are counted in one process while the store is away, and then added, but not those of past windows', async () => {
    const clock = createClock();
    const memory = createMemoryCounters(clock.now);
    let calls = 0;
    let isDown = true;
    const shared: CounterStore = {
      add: async (additions) => {
        calls += 1;
        if (isDown) throw new Error('away');
        return memory.add(additions);
      },
    };
    const counters = createRequestCounters(shared, { now: clock.now, exchangeMs: 1 });
    for (let n = 1; n <= 5; n += 1) expect(counters.add('past', minuteMs).count).toBe(n);
    await exchanged(() => calls >= 2);
    clock.pass(minuteMs);
    for (let n = 1; n <= 2; n += 1) expect(counters.add('key', minuteMs).count).toBe(n);
    isDown = false;
    await exchanged(() => memory.read('key') === 2);
    expect(memory.read('past')).toBe(0);
    expect(counters.add('key', minuteMs).count).toBe(3);
    counters.close();
  });
});

describe('exact counts while the database is away', () => {
  const addition = { key: 'a', amount: 1, windowMs: minuteMs };

  test('are those of this process; the database is asked again after a while', async () => {
    const clock = createClock();
    let asked = 0;
    let isDown = true;
    const shared: CounterStore = {
      add: async () => {
        asked += 1;
        if (isDown) throw new Error('away');
        return [{ count: 40, msLeft: 1 }];
      },
    };
    const counters = withMemoryFallback(shared, { now: clock.now });
    for (let n = 1; n <= 3; n += 1) expect(await counters.add([addition])).toMatchObject([{ count: n }]);
    expect(asked).toBe(1);
    isDown = false;
    clock.pass(5000);
    expect(await counters.add([addition])).toEqual([{ count: 40, msLeft: 1 }]);
  });

  test('go on from the last known ones', async () => {
    const memory = createMemoryCounters(() => 0);
    let isDown = false;
    const shared: CounterStore = {
      add: async (additions) => {
        if (isDown) throw new Error('away');
        return memory.add(additions);
      },
    };
    const counters = withMemoryFallback(shared, { now: () => 0 });
    for (let n = 1; n <= 3; n += 1) expect(await counters.add([addition])).toMatchObject([{ count: n }]);
    isDown = true;
    expect(await counters.add([addition])).toMatchObject([{ count: 4, msLeft: minuteMs }]);
  });

  test('do not wait for a database that does not answer', async () => {
    const shared: CounterStore = { add: () => new Promise(() => {}) };
    const counters = withMemoryFallback(shared, { timeoutMs: 10 });
    expect(await counters.add([addition])).toMatchObject([{ count: 1 }]);
  });
});

describe('what an answer costs the engine', () => {
  const open = (max = 600) => {
    const counters = createRequestCounters(undefined, { now: () => 0 });
    const account = createAccount('somebody', max, counters);
    return { account, count: () => counters.add('somebody', budgetWindowMs, 0).count };
  };

  test.each<[what: string, spent: number, ms: readonly number[], count: number]>([
    ['a tenth of a second is free', 0, [60, 40], 0],
    ['more is charged by the time, however it is split', 0, [100, 5, 5, 90], 10],
    ['what was spent before counts', 6, [150, 50], 10],
    ['what was spent for more is not given back', 20, [200], 20],
    ['an answer spends a quarter of the budget at most', 5, [400_000], 150],
  ])('%s', (_, spent, ms, count) => {
    const { account, count: read } = open();
    if (spent > 0) account.charge(spent, 'if there is budget');
    for (const each of ms) account.use(each);
    expect(read()).toBe(count);
  });
});

test('what many wait for may take several times as long as one of their requests waits', () => {
  expect(computeTimeoutMs).toBeGreaterThanOrEqual(5 * handlerTimeoutMs);
});
