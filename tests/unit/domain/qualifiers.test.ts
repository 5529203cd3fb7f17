import { expect, test } from 'vitest';
import { standingOfValue } from '#domain/qualifiers.ts';

test('a value says in words how it stands', () => {
  expect(standingOfValue('A', undefined)).toBeUndefined();
  expect(standingOfValue('P', undefined)).toBe('Provisional, subject to revision by the agency');
  expect(standingOfValue('A', 'e')).toBe('Estimated by the agency');
  expect(standingOfValue('P', 'Ice e')).toBe(
    'Provisional, subject to revision by the agency; affected by ice; estimated by the agency',
  );
  expect(standingOfValue(null, 'Zz')).toBe('Marked Zz by the agency');
  expect(standingOfValue('P', 'entry')).toContain('entered by hand');
});
