import { expect, test } from 'vitest';
import { toContactLink } from '#config/public-environment.ts';

test.each([
  ['help@example.org', 'mailto:help@example.org'],
  ['https://example.org/help', 'https://example.org/help'],
  ['http://example.org/help', undefined],
  ['javascript:alert(1)', undefined],
  ['https://', undefined],
  ['help@example', undefined],
  ['', undefined],
])('links the contact %j to %s', (contact, href) => {
  expect(toContactLink(contact)).toBe(href);
});
