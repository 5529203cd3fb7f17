import { expect, test } from 'vitest';
import { mentionsSite } from '#features/site-page/rules/text-mention.ts';

const heise = { name: 'Snake River near Heise', id: 'HEII' };

test.each([
  ['its name', 'Flow of the Snake River near Heise', heise, true],
  ['its name in other letters', 'SNAKE RIVER NEAR HEISE: closed', heise, true],
  ['its name over two lines', 'Snake River\n  near Heise.', heise, true],
  ['its id', 'The gage (HEII) is being moved', heise, true],
  ['its id at the end of a sentence', 'See HEII.', heise, true],
  ['a part of its name', 'Snake River', heise, false],
  ['a longer name', 'Snake River near Heisenberg', heise, false],
  ['another id that begins like it', 'HEII-QU is computed', heise, false],
  ['another id that ends like it', 'X-HEII', heise, false],
  ['its id in small letters', 'Wait 10 min', { name: 'Lake Walcott', id: 'MIN' }, false],
  ['an id that is part of a number', 'Call 2130375001', { name: 'A gage', id: '13037500' }, false],
  ['signs of a pattern', 'Well (7) [east]* is dry', { name: 'Well (7) [east]*', id: 'W-7' }, true],
  ['an id with a hyphen and colons', 'at 546:ID:SNTL, and W-7', { name: 'x', id: '546:ID:SNTL' }, true],
  ['nothing', '', heise, false],
  ['no name', 'any text', { name: ' ', id: 'Q' }, false],
])('a text with %s', (_, text, site, expected) => {
  expect(mentionsSite(text, site)).toBe(expected);
});
