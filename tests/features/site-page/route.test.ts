import { expect, test } from 'vitest';
import { findRoute } from '#config/routes.ts';

test('the page of a site is at its number', () => {
  expect(findRoute('/sites/12/')?.label).toBe('Site');
  expect(findRoute('/sites/012')).toBeUndefined();
  expect(findRoute('/sites')).toBeUndefined();
});
