import { expect, test } from 'vitest';
import { cleanLine } from '#lib/clean-line.ts';

test.each([
  ['Minutes of May', 'Minutes of May'],
  ['Minutes\r\nof\tMay\u2028 2026 ', 'Minutes of May 2026'],
  // Reads as `reportexe.pdf` on the screen.
  ['report\u202efdp.exe', 'reportfdp.exe'],
  ['\u2066Flows\u2069 \u200fof\u061c June', 'Flows of June'],
  ['Flo\u200bws\ufeff of\u00ad Ju\u2060ne', 'Flows of June'],
  ['\u200b\ufeff', ''],
  ['A\u200dB', 'AB'],
  ['Family 👨‍👩‍👧 and 👩🏽‍🌾', 'Family 👨‍👩‍👧 and 👩🏽‍🌾'],
  ['U\u0308bersicht', 'Übersicht'],
  ['تقرير المياه', 'تقرير المياه'],
  ['a\u0000b', 'a\u0000b'],
])('cleans %j to %j', (given, cleaned) => {
  expect(cleanLine(given)).toBe(cleaned);
});
