import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readVersion } from '#contract/system.ts';
import { demonstrationHeader } from '#lib/demonstration.ts';
import { readDemonstrationMark, showDemonstrationMark } from '#lib/page/demonstration.ts';
import { request } from '#stores/api.ts';

const version = { name: 'portal', version: '1.0.0', demo_data: true, demo_identity: true };

describe('the mark of an open page', () => {
  const dataset: Record<string, string> = {};
  beforeEach(() => {
    const stored = new Map<string, string>();
    vi.stubGlobal('document', { documentElement: { dataset } });
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    });
    showDemonstrationMark('yes');
  });
  afterEach(() => vi.unstubAllGlobals());

  const answer = (status: number, headers: Record<string, string>) => {
    vi.stubGlobal('fetch', async () => Response.json(version, { status, headers }));
    return request(readVersion, {}).catch(() => undefined);
  };

  test.each([
    ['stays while answers have the header', 200, { [demonstrationHeader.name]: 'demonstration' }, 'yes'],
    ['goes with the first answer without it', 200, {}, 'no'],
    ['stays when an answer is refused', 404, {}, 'yes'],
  ] as const)('%s', async (_, status, headers, expected) => {
    await answer(status, headers);
    expect(dataset.demo).toBe(expected);
    // The next page of this tab asks again.
    expect(readDemonstrationMark()).toBe(expected === 'yes' ? 'yes' : undefined);
  });

  test('of demonstration accounts is not that of data', async () => {
    showDemonstrationMark('accounts');
    await answer(200, {});
    expect([dataset.demo, readDemonstrationMark()]).toEqual(['accounts', 'accounts']);
  });
});
