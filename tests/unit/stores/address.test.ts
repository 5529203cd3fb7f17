import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createAddress } from '#stores/address.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function page(search: string) {
  const written: string[] = [];
  const pushed: string[] = [];
  const location = new URL(`http://localhost/map${search}#top`);
  const events = new EventTarget();
  const fake = {
    location,
    history: {
      state: null,
      replaceState: (_state: unknown, _title: string, url: string) => {
        written.push(url);
        location.search = new URL(url, location).search;
      },
      pushState: (_state: unknown, _title: string, url: string) => {
        pushed.push(url);
        location.search = new URL(url, location).search;
      },
    },
    addEventListener: events.addEventListener.bind(events),
    removeEventListener: events.removeEventListener.bind(events),
  };
  return { written, pushed, events, fake: fake as unknown as Window };
}

it('writes the last of several changes once and preserves path and hash', () => {
  const { written, fake } = page('?a=1');
  const address = createAddress({ window: fake, delay: 250 });
  expect(address.read()).toBe('a=1');
  address.write('a=2');
  vi.advanceTimersByTime(249);
  address.write('a=3');
  vi.advanceTimersByTime(249);
  expect(written).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(written).toEqual(['/map?a=3#top']);
  address.write('');
  address.flush();
  expect(written.at(-1)).toBe('/map#top');
});

it('calls back on Back and Forward, and writes a pending change when the user leaves the page', () => {
  const { written, events, fake } = page('?a=1');
  const address = createAddress({ window: fake });
  const heard: string[] = [];
  const stop = address.listen((query) => heard.push(query));
  events.dispatchEvent(new Event('popstate'));
  address.write('b=1');
  events.dispatchEvent(new Event('pagehide'));
  expect(heard).toEqual(['a=1']);
  expect(written).toEqual(['/map?b=1#top']);
  stop();
  events.dispatchEvent(new Event('popstate'));
  expect(heard).toHaveLength(1);
});

it('adds a step to the history at once, in place of a pending write', () => {
  const { written, pushed, events, fake } = page('?a=1');
  const address = createAddress({ window: fake });
  const stop = address.listen(() => {});
  address.write('a=2');
  address.push('a=3');
  address.push('a=3');
  vi.runAllTimers();
  expect(pushed).toEqual(['/map?a=3#top']);
  address.write('a=4');
  events.dispatchEvent(new Event('popstate'));
  vi.runAllTimers();
  expect(written).toEqual([]);
  stop();
});
