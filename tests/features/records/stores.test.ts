import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { lookupNames } from '#contract/records/lookups.ts';
import { createUnsaved } from '#features/records/screen/unsaved.ts';
import { $lookups, clearStoredLookups, loadLookups } from '#stores/lookups.ts';
import { refused } from '../../support/fake-server.ts';
import { createFakeStorage, fullStorage } from '../../support/fake-storage.ts';
import { fakeRequester } from '../../support/record-screens.ts';

describe('lookup tables', () => {
  beforeEach(() => {
    $lookups.set({});
  });
  afterEach(() => vi.restoreAllMocks());

  test('are fetched once after sign-in, and cached for the other pages', async () => {
    const storage = createFakeStorage();
    const server = fakeRequester({ readLookup: () => [{ value: 'a', label: 'A' }] });
    const settings = { request: server.request, subject: 'ann', storage };
    await loadLookups(settings);
    expect(server.sent.map(({ parts }) => (parts.params as { name: string }).name)).toEqual([...lookupNames]);
    $lookups.set({});
    await loadLookups(settings);
    expect(server.sent).toHaveLength(lookupNames.length);
    expect($lookups.get().wells).toEqual([{ value: 'a', label: 'A' }]);
    // Another person's session has its own.
    $lookups.set({});
    await loadLookups({ ...settings, subject: 'ben' });
    expect(server.sent).toHaveLength(2 * lookupNames.length);
  });

  test('logs a failure, and fetches the table again on the next page', async () => {
    const storage = createFakeStorage();
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    let broken = true;
    const server = fakeRequester({
      readLookup: ({ parts }) => {
        if (broken && (parts.params as { name: string }).name === 'huc8s') throw refused(503, 'Away.');
        return [{ value: 'a', label: 'A' }];
      },
    });
    const settings = { request: server.request, subject: 'ann', storage };
    await loadLookups(settings);
    expect(warn).toHaveBeenCalledTimes(1);
    expect($lookups.get().huc8s).toBeUndefined();
    expect($lookups.get().wells).toHaveLength(1);
    broken = false;
    $lookups.set({});
    await loadLookups(settings);
    expect(server.sent).toHaveLength(lookupNames.length + 1);
    expect($lookups.get().huc8s).toHaveLength(1);
  });

  test('are fetched again if the cache is invalid or cleared', async () => {
    const storage = createFakeStorage();
    storage.setItem('lookups:ann', '{"wells":[1],"huc8s":"no"}');
    const server = fakeRequester({ readLookup: () => [] });
    const settings = { request: server.request, subject: 'ann', storage };
    await loadLookups(settings);
    expect(server.sent).toHaveLength(lookupNames.length);
    clearStoredLookups('ann', storage);
    $lookups.set({});
    await loadLookups(settings);
    expect(server.sent).toHaveLength(2 * lookupNames.length);
  });
});

describe('unsaved text', () => {
  const open = (storage = createFakeStorage()) =>
    createUnsaved({ subject: 'ann', model: 'datasets', id: 'new', storage, now: () => 5 });

  test('is stored with the version that was edited, until it is cleared', () => {
    const storage = createFakeStorage();
    const unsaved = open(storage);
    expect(unsaved.read()).toBeUndefined();
    expect(unsaved.write({ title: 'A' }, 'base')).toBeUndefined();
    expect(open(storage).read()).toEqual({ values: { title: 'A' }, base: 'base', at: 5 });
    unsaved.clear();
    expect(unsaved.read()).toBeUndefined();
  });

  test('is separate for each user and record', () => {
    const storage = createFakeStorage();
    open(storage).write({ title: 'A' }, undefined);
    const other = createUnsaved({ subject: 'ben', model: 'datasets', id: 'new', storage });
    expect(other.read()).toBeUndefined();
  });

  test('is undefined if it is invalid, and reports why it could not be stored', () => {
    const storage = createFakeStorage();
    for (const text of ['', 'null', '[]', '{"values":1}', '{"values":{}}', '{']) {
      storage.setItem('unsaved:ann:datasets:new', text);
      expect(open(storage).read()).toBeUndefined();
    }
    expect(open(fullStorage()).write({}, undefined)).toBe('full');
  });
});
