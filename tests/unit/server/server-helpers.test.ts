import { describe, expect, test } from 'vitest';
import { isBadValue, isDatabaseUnreachable } from '#server/db/errors.ts';
import { negotiateEncoding } from '#server/http/cached-body.ts';
import { inlineHashes } from '#server/plugins/site/scan-site.ts';
import { withTimeout } from '#server/with-timeout.ts';

describe('the encoding of an answer', () => {
  test.each([
    [undefined, undefined],
    ['', undefined],
    ['identity', undefined],
    ['deflate', undefined],
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['GZIP', 'gzip'],
    ['gzip;q=1.0, br;q=0.8', 'gzip'],
    ['br;q=0, *', 'gzip'],
    ['*;q=0', undefined],
    ['br;q=oops, gzip', 'gzip'],
  ])('%s: %s', (header, expected) => {
    expect(negotiateEncoding(header)).toBe(expected);
  });
});

describe('hashes of inline code', () => {
  test.each([
    ['<script src="a.js"></script>', 0],
    ['<script type="module" src=a.js></script>', 0],
    ['<script type="application/json">{}</script>', 0],
    ['<script type="application/ld+json">{}</script>', 0],
    ['<!-- <script>a()</script> -->', 0],
    ['<script>a()</script>', 1],
    ['<SCRIPT>\na()\n</SCRIPT >', 1],
    ['<script type="text/javascript">a()</script>', 1],
    ["<script type='module'>a()</script><script>a()</script>", 1],
    ['<script data-src="x">a()</script>', 1],
    ['<script>a()</script><p><script>b()</script>', 2],
  ])('%s: %i', (html, count) => {
    expect(inlineHashes(html).scripts).toHaveLength(count);
  });

  test('are those that browsers compute', () => {
    // The example of the CSP specification (Content Security Policy Level 3, 8.4).
    expect(inlineHashes('<script>doSomething();</script>').scripts).toEqual([
      "'sha256-RFWPLDbv2BY+rCkDzsE+0fr8ylGr2R2faWMhq4lfEQc='",
    ]);
  });
});

describe('errors of the database', () => {
  const coded = (code: string) => Object.assign(new Error('x'), { code });

  test.each(['ECONNREFUSED', 'CONNECTION_CLOSED', '57P01', '08006', '53300'])('%s: it is away', (code) => {
    expect(isDatabaseUnreachable(coded(code))).toBe(true);
    expect(isDatabaseUnreachable(new Error('wrapped', { cause: coded(code) }))).toBe(true);
    expect(isDatabaseUnreachable(new AggregateError([coded(code)]))).toBe(true);
  });

  test.each(['23505', '42P01', '22003', 'ERR_ASSERTION'])('%s: it answered', (code) => {
    expect(isDatabaseUnreachable(coded(code))).toBe(false);
  });

  test('class 22 is a bad value', () => {
    expect(isBadValue(coded('22003'))).toBe(true);
    expect(isBadValue(new Error('wrapped', { cause: coded('22021') }))).toBe(true);
    expect(isBadValue(coded('23505'))).toBe(false);
    expect(isBadValue('22003')).toBe(false);
  });
});

describe('a deadline', () => {
  const late = () => new Error('late');

  test('lets work that ends in time through, with its error too', async () => {
    expect(await withTimeout(Promise.resolve(1), 1000, late)).toBe(1);
    await expect(withTimeout(Promise.reject(new Error('own')), 1000, late)).rejects.toThrow('own');
  });

  test('ends what takes longer', async () => {
    await expect(withTimeout(new Promise(() => {}), 1, late)).rejects.toThrow('late');
  });
});
