import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { BadBasin, parseBasin } from '#config/basin/basin-file.ts';
import { agenciesOf } from '#contract/basin/basin-vocabulary.ts';
import { sourceNames } from '#domain/agencies.ts';
import { isUsed, withBasinAddresses } from '#ingest/basin/agencies.ts';
import { otherRiver, otherRiverPath } from '../../support/basin.ts';

const text = readFileSync(otherRiverPath, 'utf8');
const withAgencies = (lines: string) => parseBasin(`${text}\nagencies:${lines}\n`, 'river.yaml');

test('a file without the section uses every agency', () => {
  expect(otherRiver.agencies).toBeUndefined();
  expect(agenciesOf(otherRiver)).toEqual(sourceNames);
});

test('a file with the section uses those that it lists, and the boundaries', () => {
  const listed = withAgencies('\n  usbr: {}\n  idwr: {}\n  nrcs: {}\n  usgs: {}');
  expect(agenciesOf(listed)).toEqual(['usgs', 'nrcs', 'usbr', 'idwr']);
  expect(['usgs', 'aquainfo', 'boundaries', 'all'].map((name) => isUsed(name, listed))).toEqual([
    true,
    false,
    true,
    true,
  ]);
});

test('an address of the file is used, unless the environment has one', () => {
  const listed = withAgencies(
    '\n  usgs: { address: "https://usgs.example.org/v1" }\n  nrcs: { address: "https://nrcs.example.org" }\n  usbr: {}\n  idwr: {}',
  );
  expect(
    withBasinAddresses({ NRCS_URL: 'http://127.0.0.1:4000', USGS_URL: '', PATH: '/bin' }, listed),
  ).toEqual({
    NRCS_URL: 'http://127.0.0.1:4000',
    USGS_URL: 'https://usgs.example.org/v1',
    PATH: '/bin',
  });
});

describe('a mistake in the section is reported with its line', () => {
  const all = '\n  usgs: {}\n  usbr: {}\n  nrcs: {}\n  idwr: {}';
  test.each<[lines: string, message: RegExp]>([
    [`${all}\n  nwis: {}`, /line 73: agencies nwis: expected one of usgs, nrcs/],
    [all.replace('usgs: {}', 'usgs:'), /agencies usgs: expected \{\}, or an address such as/],
    ['\n  - usgs', /agencies: /],
    [all.replace('usgs: {}', 'usgs: { address: example.org }'), /expected an address/],
    [all.replace('usgs: {}', 'usgs: { url: "https://a.org" }'), /agencies usgs url: unknown/],
    [
      '\n  usgs: {}\n  usbr: {}\n  idwr: {}',
      /site OTR series Reservoir Storage nrcs: "nrcs" is not in agencies/,
    ],
  ])('%j: %s', (lines, message) => {
    expect(() => withAgencies(lines)).toThrow(BadBasin);
    expect(() => withAgencies(lines)).toThrow(message);
  });
});
