import { expect, test } from 'vitest';
import { parseByteRange } from '#server/files/send-file.ts';
import { toSafeFileName } from '#server/files/store-file.ts';

test.each([
  ['minutes.pdf', 'minutes.pdf'],
  ['../../etc/passwd.pdf', 'passwd.pdf'],
  ['C:\\Users\\me\\passwd.pdf', 'passwd.pdf'],
  ['flow: May?.pdf', 'flow_ May_.pdf'],
  ['a\r\nb.csv', 'a b.csv'],
  ['report\u202efdp.csv', 'reportfdp.csv'],
  ['a\u0000b.csv', 'a_b.csv'],
  ['con.txt', '_con.txt'],
  ['console.txt', 'console.txt'],
  ['  .hidden.pdf. ', 'hidden.pdf'],
  ['.pdf', '.pdf'],
  ['..', 'file'],
  ['\u200b', 'file'],
  [`${'x'.repeat(300)}.geojson`, `${'x'.repeat(142)}.geojson`],
  [`${'x'.repeat(145)}😀.pdf`, `${'x'.repeat(145)}.pdf`],
  [`a.${'x'.repeat(300)}`, `a.${'x'.repeat(148)}`],
])('names the file %j as %j', (given, safe) => {
  expect(toSafeFileName(given)).toBe(safe);
});

test.each([
  [undefined, undefined],
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=90-', { start: 90, end: 99 }],
  ['bytes=90-200', { start: 90, end: 99 }],
  ['bytes=-5', { start: 95, end: 99 }],
  ['bytes=-500', { start: 0, end: 99 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=9-5', undefined],
  ['bytes=-', undefined],
  ['bytes=0-1,5-6', undefined],
  ['lines=0-1', undefined],
  ['bytes=a-b', undefined],
])('reads the range %j of 100 bytes as %j', (header, range) => {
  expect(parseByteRange(header, 100)).toEqual(range);
});
