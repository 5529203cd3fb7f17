import { expect, test } from 'vitest';
import { parseSitePath, siteIdPattern } from '#domain/page-paths.ts';

test.each([
  ['/sites/14', '14'],
  ['/sites/14/', '14'],
  ['/sites/USGS-13037500', 'USGS-13037500'],
  ['/sites/314:WY:SNTL', '314:WY:SNTL'],
  ['/sites/314%3AWY%3ASNTL', '314:WY:SNTL'],
  ['/sites/%20PAL%20', 'PAL'],
  ['/sites/%', '%'],
  ['/sites/%E0%A4%A', '%E0%A4%A'],
  ['/sites/%3Cb%3E', '<b>'],
  ['/sites/a%2Fb', 'a/b'],
  ['/sites/site', undefined],
  ['/sites/', undefined],
  ['/sites', undefined],
  ['/sites/14/more', undefined],
  ['/other/14', undefined],
])('%s names %s', (path, id) => {
  expect(parseSitePath(path)).toBe(id);
});

test.each([
  ['14', true],
  ['HEII-QU', true],
  ['314:WY:SNTL', true],
  ['pal_af', true],
  ['A'.repeat(64), true],
  ['A'.repeat(65), false],
  ['', false],
  ['-1', false],
  ['%', false],
  ['<b>', false],
  ['a b', false],
  ["1'or'1", false],
  ['a/b', false],
  ['Ää', false],
])('%s may be an id: %s', (text, expected) => {
  expect(siteIdPattern.test(text)).toBe(expected);
});
