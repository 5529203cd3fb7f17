import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readVersion } from '#contract/system.ts';
import { demonstrationHeader } from '#lib/demonstration.ts';
import { readDemonstrationMark, showDemonstrationMark } from '#lib/page/demonstration.ts';
import { request } from '#stores/api.ts';
import { doubtDemonstrationMark } from '#stores/demonstration-mark.ts';

const version = { name: 'portal', version: '1.0.0', demo_data: true, demo_identity: true };

describe('the mark of an open page', () => {
  const dataset: Record<string, string> = {};
  beforeEach(() => {
    const stored = new Map<string, string>();
    vi.stubGlobal('document', {
      documentElement: { dataset },
      querySelector: () => ({ dataset: { demoChip: '/api/version?mark' } }),
    });
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    });
    showDemonstrationMark('yes');
  });
  afterEach(() => vi.unstubAllGlobals());

  /** Asks something; the version answers what the portal is by now. */
  async function ask(status: number, headers: Record<string, string>, isDemonstration: boolean) {
    let questions = 0;
    vi.stubGlobal('fetch', async (url: string) => {
      if (url !== '/api/version?mark') return Response.json(version, { status, headers });
      questions += 1;
      return Response.json({ ...version, demo_data: isDemonstration });
    });
    await Promise.all([request(readVersion, {}), request(readVersion, {})]).catch(() => {});
    await doubtDemonstrationMark();
    return questions;
  }
  const header = { [demonstrationHeader.name]: demonstrationHeader.value };

  test('goes with the first answer that does not have the header, if the portal is none', async () => {
    expect(await ask(200, {}, false)).toBe(1);
    expect([dataset.demo, readDemonstrationMark()]).toEqual(['accounts', 'accounts']);
    // Nothing is in doubt any more.
    expect(await ask(200, {}, false)).toBe(0);
  });

  test('stays where a proxy has taken the header away', async () => {
    await ask(200, {}, true);
    expect([dataset.demo, readDemonstrationMark()]).toEqual(['yes', 'yes']);
  });

  test.each([
    ['have the header', 200, header],
    ['are refused', 404, {}],
  ] as const)('is not in doubt while answers %s', async (_, status, headers) => {
    const fetched: string[] = [];
    vi.stubGlobal('fetch', async (url: string) => {
      fetched.push(url);
      return Response.json(version, { status, headers });
    });
    await request(readVersion, {}).catch(() => {});
    expect(fetched).toEqual(['/api/version']);
    expect(dataset.demo).toBe('yes');
  });
});
