import { expect, test } from 'vitest';
import { cleanLine, describeHiddenCharacter, tidyLine } from '#lib/clean-line.ts';

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

const refused = [
  ...Array.from({ length: 0x20 }, (_, code) => code).filter((code) => code < 9 || code > 13),
  ...Array.from({ length: 0x21 }, (_, at) => 0x7f + at).filter((code) => code !== 0x85),
  ...[0xad, 0x61c, 0x180e, 0x200b, 0x200c, 0x200d, 0x200e, 0x200f, 0xfeff],
  ...[0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2060, 0x2066, 0x2067, 0x2068, 0x2069],
];
test.each(refused.map((code) => [code.toString(16).toUpperCase().padStart(4, '0'), code] as const))(
  'U+%s is refused, within a line and around it',
  (name, code) => {
    const character = String.fromCodePoint(code);
    for (const text of [`a${character}b`, `${character}a`, `a${character}`, ` ${character} `, character]) {
      expect(describeHiddenCharacter(tidyLine(text))).toBe(
        `Remove the character U+${name}, which cannot be seen.`,
      );
    }
  },
);

test.each([
  ['Minutes\r\nof\tMay\u2028 2026 ', 'Minutes of May 2026'],
  ['\u00a0a\u3000\u00a0b ', 'a b'],
  ['Family 👨‍👩‍👧 and 👩🏽‍🌾', 'Family 👨‍👩‍👧 and 👩🏽‍🌾'],
  ['تقرير المياه', 'تقرير المياه'],
  ['流量 é ✓', '流量 é ✓'],
])('%j is one line that is not refused', (text, line) => {
  expect(tidyLine(text)).toBe(line);
  expect(describeHiddenCharacter(line)).toBeUndefined();
});
