import { expect, test } from 'vitest';
import { describeValueStatus } from '#domain/qualifiers.ts';

test('describes the approval and the qualifiers of a value', () => {
  expect(describeValueStatus('A', undefined)).toBeUndefined();
  expect(describeValueStatus('P', undefined)).toBe('Provisional, subject to revision by the agency');
  expect(describeValueStatus('A', 'e')).toBe('Estimated by the agency');
  expect(describeValueStatus('P', 'Ice e')).toBe(
    'Provisional, subject to revision by the agency; affected by ice; estimated by the agency',
  );
  expect(describeValueStatus(null, 'Zz')).toBe('Marked Zz by the agency');
  expect(describeValueStatus('P', 'entry')).toContain('entered by hand');
});
