import { expect, test } from 'vitest';
import { describePublication } from '#features/account/server/publication.ts';
import { parseConfig } from '#server/config.ts';

const now = new Date('2026-11-27T18:00:00Z');
const published = {
  PORTAL_ORIGIN: 'https://water.example.org',
  TRUST_PROXY: 'on',
  DEMO_DATA: 'off',
  PUBLIC_AUTH0_DOMAIN: 'example.eu.auth0.com',
  PUBLIC_SUPPORT_CONTACT: 'help@example.org',
  SECURITY_CONTACT: 'security@example.org',
};
const facts = {
  demonstration: { series: 0, records: 0 },
  lastBackup: new Date('2026-11-27T09:00:00Z') as Date | undefined,
  now,
};

const openOf = (environment: Record<string, string>, changes: Partial<typeof facts> = {}) =>
  describePublication(parseConfig(environment), { ...facts, ...changes })
    .filter(({ is_settled }) => !is_settled)
    .map(({ finding }) => finding);

test('nothing is open in a portal that is published with care', () => {
  expect(openOf(published)).toEqual([]);
});

test('everything is open in a demonstration', () => {
  const open = openOf({}, { demonstration: { series: 3, records: 2 }, lastBackup: undefined });
  expect(open).toHaveLength(9);
});

test.each<[string, Record<string, string>, Partial<typeof facts>, RegExp]>([
  ['reach', { PORTAL_ORIGIN: '', TRUST_PROXY: '' }, {}, /^Only this computer\./],
  ['accounts', { PUBLIC_AUTH0_DOMAIN: '', PORTAL_ALLOW_DEMO: 'on' }, {}, /whose passwords everybody knows/],
  [
    'values',
    {},
    { demonstration: { series: 3, records: 0 } },
    /its 3 series are synthetic\. The first import removes them\./,
  ],
  ['the setting', { DEMO_DATA: 'on', PORTAL_ALLOW_DEMO: 'on' }, {}, /Set DEMO_DATA=off\.$/],
  ['records', {}, { demonstration: { series: 0, records: 2 } }, /^2 records of the demonstration/],
  ['the protocol', { PORTAL_ORIGIN: 'http://water.example.org' }, {}, /begins with https/],
  ['the proxy', { TRUST_PROXY: 'off' }, {}, /Set TRUST_PROXY=on\.$/],
  ['help', { PUBLIC_SUPPORT_CONTACT: '' }, {}, /PUBLIC_SUPPORT_CONTACT/],
  ['security', { SECURITY_CONTACT: '' }, {}, /SECURITY_CONTACT/],
  ['no backup', {}, { lastBackup: undefined }, /^None was noted/],
  [
    'an old backup',
    {},
    { lastBackup: new Date('2026-11-18T09:00:00Z') },
    /^The last one was made on .*every night\.$/,
  ],
])('%s is open', (_, environment, changes, finding) => {
  expect(openOf({ ...published, ...environment }, changes)).toContainEqual(expect.stringMatching(finding));
});
