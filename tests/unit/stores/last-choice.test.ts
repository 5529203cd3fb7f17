import { beforeEach, expect, it, vi } from 'vitest';
import { rememberLastChoice } from '#stores/last-choice.ts';
import { fakeAddress } from '../../support/fake-server.ts';

const stored = vi.hoisted(() => new Map<string, string>());
vi.mock('#lib/page/storage.ts', () => ({
  safeLocalStorage: {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  },
}));

beforeEach(() => stored.clear());

const open = (query = '') => {
  const bar = fakeAddress(query);
  const last = rememberLastChoice(bar.address, 'last', (each) => each.includes('submitted=yes'));
  return { ...bar, ...last };
};

it('opens an address that names nothing with what was submitted last', () => {
  const first = open();
  expect([first.address.read(), first.$isShown.get()]).toEqual(['', false]);
  first.address.write('location=14');
  first.address.push('location=14&submitted=yes');
  const next = open();
  expect([next.address.read(), next.$isShown.get()]).toEqual(['location=14&submitted=yes', true]);
});

it('leaves a link what it names', () => {
  stored.set('last', 'location=14&submitted=yes');
  const { address, $isShown } = open('location=20');
  expect([address.read(), $isShown.get()]).toEqual(['location=20', false]);
});

it('says so until something else is chosen', () => {
  stored.set('last', 'location=14&submitted=yes');
  const { address, $isShown } = open();
  address.write('location=14&submitted=yes');
  expect($isShown.get()).toBe(true);
  address.write('location=20');
  expect($isShown.get()).toBe(false);
});

it('forgets it on request', () => {
  stored.set('last', 'location=14&submitted=yes');
  const { address, forget } = open();
  forget();
  expect(address.read()).toBe('');
  expect(open().address.read()).toBe('');
});
