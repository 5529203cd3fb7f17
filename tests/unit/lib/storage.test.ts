import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  describeStorageFault,
  guardStorage,
  onStorageFault,
  probeStorage,
  toStorageFault,
} from '#lib/page/storage.ts';
import { blockedStorage, createFakeStorage, fullStorage } from '../../support/fake-storage.ts';

afterEach(() => vi.unstubAllGlobals());

/** Gives the module a window, and returns the sentences that it shows. */
function recordMessages(): readonly string[] {
  const page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('dispatchEvent', page.dispatchEvent.bind(page));
  const messages: string[] = [];
  onStorageFault((message) => messages.push(message));
  return messages;
}

it('reads and writes the storage', () => {
  const stored = createFakeStorage();
  const storage = guardStorage(() => stored);
  expect(storage.setItem('theme', 'DARK')).toBeUndefined();
  expect(storage.getItem('theme')).toBe('DARK');
  storage.removeItem('theme');
  expect(storage.getItem('theme')).toBeNull();
});

it('never throws where the browser blocks its storage', () => {
  const blocked = guardStorage(blockedStorage);
  expect(blocked.setItem('theme', 'DARK')).toBe('blocked');
  expect(blocked.getItem('theme')).toBeNull();
  expect(() => blocked.removeItem('theme')).not.toThrow();
});

it('never throws where the storage is full', () => {
  const full = guardStorage(() => fullStorage());
  expect(full.setItem('theme', 'DARK')).toBe('full');
});

describe('a fault', () => {
  it.each([
    [new DOMException('', 'SecurityError'), 'blocked'],
    [new DOMException('', 'QuotaExceededError'), 'full'],
    [Object.assign(new Error(), { name: 'NS_ERROR_DOM_QUOTA_REACHED' }), 'full'],
    [new TypeError('localStorage is null'), 'blocked'],
    [undefined, 'blocked'],
  ])('of %o is %s', (error, fault) => expect(toStorageFault(error)).toBe(fault));

  it('is described by its cause and what follows', () => {
    expect(describeStorageFault('blocked', 'nobody can sign in')).toBe(
      'This browser blocks storage for this site, so nobody can sign in.',
    );
    expect(describeStorageFault('full', 'nobody can sign in')).toBe(
      'The browser’s storage is full, so nobody can sign in.',
    );
  });

  it('is shown if something follows from it, and only then', () => {
    const messages = recordMessages();
    const blocked = guardStorage(blockedStorage);
    blocked.setItem('cache', '1');
    expect(messages).toEqual([]);
    blocked.setItem('theme', 'DARK', 'the theme lasts until you leave this page');
    guardStorage(() => createFakeStorage()).setItem('theme', 'DARK', 'the theme lasts');
    expect(messages).toEqual([
      'This browser blocks storage for this site, so the theme lasts until you leave this page.',
    ]);
  });
});

describe('probing a storage', () => {
  it('leaves nothing behind', () => {
    const storage = createFakeStorage();
    expect(
      probeStorage(
        guardStorage(() => storage),
        8000,
      ),
    ).toBeUndefined();
    expect(storage.length).toBe(0);
  });

  it('finds one that is blocked, and one without enough room', () => {
    expect(probeStorage(guardStorage(blockedStorage), 8000)).toBe('blocked');
    const nearlyFull = guardStorage(() => fullStorage(1000));
    expect(probeStorage(nearlyFull, 8000)).toBe('full');
    expect(probeStorage(nearlyFull, 500)).toBeUndefined();
  });
});
