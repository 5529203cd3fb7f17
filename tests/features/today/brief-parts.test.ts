import { expect, test } from 'vitest';
import { partsOf } from '#features/today/rules/brief-parts.ts';
import { briefExample } from '../../support/brief-example.ts';

const on = '2026-05-14';
const brief = briefExample(on);
const [first, ...others] = brief.snow;
if (!first) throw new Error('The example has snow.');
const figuresWith = (changes: Partial<typeof first>, more: Partial<typeof brief> = {}) =>
  partsOf({ ...brief, snow: [{ ...first, ...changes }, ...others], ...more }, on).figures.map(
    ({ name }) => name,
  );
const tooLittle = { percent_of_median: null, class: null, percentile: null, of: null };

test('the figure of snow gives way to natural flow where there is too little snow to compare', () => {
  expect(figuresWith({})[1]).toBe(`Snow, ${first.label}`);
  expect(figuresWith(tooLittle)[1]).toBe('Natural flow, Snake River near Heise');
  const [river] = brief.rivers;
  if (!river) throw new Error('The example has rivers.');
  expect(figuresWith(tooLittle, { rivers: [{ ...river, natural: null }] })[1]).toBe(`Snow, ${first.label}`);
  expect(figuresWith({ ...tooLittle, rdate: null })[1]).toBe(`Snow, ${first.label}`);
});
