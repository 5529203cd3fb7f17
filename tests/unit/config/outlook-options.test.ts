import { expect, test } from 'vitest';
import { outlookOptions } from '#config/forecast.ts';
import { basin } from '../../support/basin.ts';

test('the options of the outlook are absent without one', () => {
  const { outlook: _, ...plain } = basin;
  expect(outlookOptions(plain)).toBeUndefined();
});
