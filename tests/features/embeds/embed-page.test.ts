import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Store } from '#server/db/store.ts';
import { openEmbeddedStore } from '../../support/engines.ts';
import { openTestApp } from '../../support/test-app.ts';

const html = '<!doctype html><title>Figure</title><style>p{}</style><script>1</script>';

describe('the page of a figure', () => {
  let store: Store;
  const folder = mkdtempSync(path.join(tmpdir(), 'portal-embed-'));

  beforeAll(async () => {
    store = await openEmbeddedStore();
    mkdirSync(path.join(folder, 'embed/season'), { recursive: true });
    mkdirSync(path.join(folder, '_assets'));
    writeFileSync(path.join(folder, 'index.html'), '<!doctype html><title>Home</title>');
    writeFileSync(path.join(folder, 'embed/season/index.html'), html);
    for (const name of ['a.js', 'a.css', 'a.woff2']) writeFileSync(path.join(folder, '_assets', name), ' ');
  });

  afterAll(async () => {
    await store?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const open = (EMBED_ORIGINS: string) =>
    openTestApp(store, { environment: { DIST_DIR: folder, EMBED_ORIGINS } });

  test.each([
    ['', "'none'"],
    [
      'https://canal.example.org, https://other.example.org',
      'https://canal.example.org https://other.example.org',
    ],
    ['*', '*'],
  ])('may be in the frames of EMBED_ORIGINS %j: %s', async (origins, ancestors) => {
    await using portal = open(origins);
    for (const figure of ['season?site=G1&parameter=Streamflow', 'storage', 'snow', 'brief']) {
      const { statusCode, headers, body } = await portal.send({
        url: `/embed/${figure}`,
        headers: { cookie: 'a=b' },
      });
      expect([statusCode, body]).toEqual([200, html]);
      expect(headers['content-security-policy']).toMatch(
        /^default-src 'none'; script-src 'self' 'sha256-[\w+/]+='; style-src 'self' 'sha256-[\w+/]+='; font-src 'self'; img-src 'self' data:; connect-src 'self'; frame-ancestors /,
      );
      expect(headers['content-security-policy']).toContain(`; frame-ancestors ${ancestors}; `);
      expect(headers['content-security-policy']).toMatch(
        /; sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox$/,
      );
      expect(headers).not.toHaveProperty('x-frame-options');
      expect(headers).not.toHaveProperty('set-cookie');
    }
    const other = await portal.send('/');
    expect(other.headers).toMatchObject({ 'x-frame-options': 'DENY' });
    expect(other.headers['content-security-policy']).toContain("frame-ancestors 'none'");
  });

  test('of a name that there is none of says so itself', async () => {
    await using portal = open('*');
    const { statusCode, body } = await portal.send('/embed/nothing');
    expect([statusCode, body]).toEqual([404, html]);
  });

  test.each(['a.js', 'a.css', 'a.woff2'])('which has no origin, may load %s', async (name) => {
    await using portal = open('*');
    const { headers } = await portal.send({ url: `/_assets/${name}`, headers: { origin: 'null' } });
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    });
  });
});
