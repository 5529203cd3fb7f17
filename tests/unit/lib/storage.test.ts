import { expect, it } from 'vitest';
import { guardStorage } from '#lib/storage.ts';

it('reads and writes the storage', () => {
  const values = new Map<string, string>();
  const storage = guardStorage(() => ({
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  }));
  expect(storage.setItem('theme', 'DARK')).toBe(true);
  expect(storage.getItem('theme')).toBe('DARK');
  storage.removeItem('theme');
  expect(storage.getItem('theme')).toBeNull();
});

it('never throws where the browser blocks its storage', () => {
  const blocked = guardStorage(() => {
    throw new DOMException('blocked', 'SecurityError');
  });
  expect(blocked.setItem('theme', 'DARK')).toBe(false);
  expect(blocked.getItem('theme')).toBeNull();
  expect(() => blocked.removeItem('theme')).not.toThrow();
});

it('never throws where the storage is full', () => {
  const full = guardStorage(() => ({
    getItem: () => null,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
    removeItem: () => {},
  }));
  expect(full.setItem('theme', 'DARK')).toBe(false);
});
