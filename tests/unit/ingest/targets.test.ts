import { expect, test } from 'vitest';
import type { QualityFields } from '#contract/basin/basin.ts';
import { delivers } from '#contract/basin/basin-sources.ts';
import { agencyOf } from '#domain/agencies.ts';
import { firstOwnId, parameterNdx } from '#domain/vocabulary.ts';
import { parametersByColumn } from '#ingest/agencies/idwr-accounting.ts';
import { datasetPatterns } from '#ingest/agencies/idwr-aquainfo.ts';
import { elements } from '#ingest/agencies/nrcs.ts';
import { pcodesByParameter } from '#ingest/agencies/usbr.ts';
import { parametersByCode } from '#ingest/agencies/usgs/codes.ts';
import { targetsOf } from '#ingest/basin/targets.ts';
import { flagSamples } from '#ingest/quality/flag-samples.ts';
import { qualityRulesOf } from '#ingest/quality/site-limits.ts';
import { basin, otherRiver } from '../../support/basin.ts';

const siteOf = (id: string, from = basin) => {
  const found = from.sites.find((site) => site.id === id);
  if (!found) throw new Error(`no site ${id}`);
  return found;
};

test('Finds a site by key and parameter, ignoring the case of the key', () => {
  const usbr = targetsOf(basin, 'usbr');
  expect(usbr.targetOf('HEII_QD', parameterNdx.streamflow)).toMatchObject({ site: { id: '13037500' } });
  expect(usbr.targetOf('tcsi_qj', parameterNdx.diversion)).toMatchObject({ site: { id: '13087500' } });
  expect(usbr.targetOf('mdni_qj', parameterNdx.streamflow, parameterNdx.returnFlow)).toMatchObject({
    site: { id: '13085065' },
    parameter: 12,
  });
  expect(usbr.targetOf('twfi_pp', parameterNdx.airTemperature)).toBeUndefined();
  expect(usbr.targetOf('zzzz_qd', parameterNdx.streamflow)).toBeUndefined();
  expect(targetsOf(basin, 'idwr').targetOf('13081500', parameterNdx.reachGain)?.site.id).toBe('RG-NEEL-MINI');
});

test('A source is primary for the series that list it first', () => {
  const first = (source: 'usgs' | 'usbr' | 'nrcs' | 'idwr', key: string) =>
    targetsOf(basin, source, 'first').all.some((each) => each.key === key);
  expect(first('usgs', '13037500')).toBe(true);
  expect(first('usbr', 'heii_qd')).toBe(false);
  expect(first('usbr', 'amf_af')).toBe(true);
  expect(first('nrcs', '13076500:ID:BOR')).toBe(false);
  expect(first('nrcs', '13126000:ID:BOR')).toBe(true);
  expect(first('idwr', '13077000')).toBe(true);
  const primary = targetsOf(basin, 'usbr', 'first');
  expect(primary.targetOf('amf_af', parameterNdx.storage)).toBeDefined();
  expect(primary.targetOf('heii_qd', parameterNdx.streamflow)).toBeUndefined();
  expect(targetsOf(basin, 'usbr', 'first').targetOf('heii_qd', parameterNdx.streamflow)).toBeUndefined();
  expect(targetsOf(basin, 'usbr', 'any').targetOf('heii_qd', parameterNdx.streamflow)).toBeDefined();
});

test('Every source is primary for some series of the basin', () => {
  for (const source of ['usgs', 'nrcs', 'usbr', 'idwr', 'aquainfo'] as const) {
    expect(targetsOf(basin, source, 'first').all.length, source).toBeGreaterThan(0);
  }
});

test('Takes the rules of the parameter, and converts shares of the capacity to its units', () => {
  expect(qualityRulesOf(basin, siteOf('13037500'), 'Streamflow')).toEqual({ low: 0, high: 200_000 });
  expect(qualityRulesOf(basin, siteOf('HEII-QU'), 'Streamflow')).toEqual({});
  expect(qualityRulesOf(basin, siteOf('RG-NEEL-MINI'), 'Reach Gain')).toEqual({});
  expect(qualityRulesOf(basin, siteOf('PAL'), 'Reservoir Storage')).toEqual({
    low: 0,
    capacityAf: 1_200_000,
    overCapacityShare: 0.2,
    spike: 60_000,
  });
  expect(qualityRulesOf(basin, siteOf('HEN'), 'Reservoir Storage').spike).toBe(1800);
  expect(qualityRulesOf(basin, siteOf('546:ID:SNTL'), 'Air Temperature')).toEqual({
    low: -70,
    high: 120,
    rate: 60,
    flatDays: 10,
  });
});

test('A site can take away a limit, and keep the others', () => {
  const rulesWith = (own: QualityFields) =>
    qualityRulesOf(basin, { ...siteOf('PAL'), quality: { 'Reservoir Storage': own } }, 'Reservoir Storage');
  const all = { low: 0, capacityAf: 1_200_000, overCapacityShare: 0.2, spike: 60_000 };
  const { low: _, ...withoutLow } = all;
  expect(rulesWith({ low: 'none' })).toEqual(withoutLow);
  expect(rulesWith({ high: 'none', flat_days: 'none' })).toEqual(all);
  expect(rulesWith({ spike: 'none' })).toEqual({ ...all, spike: undefined });
  expect(rulesWith({ over_capacity_share: 'none' })).toEqual({ low: 0, spike: 60_000 });
  const flow = { ...siteOf('13037500'), quality: { Streamflow: { low: 'none' as const } } };
  const rules = qualityRulesOf(basin, flow, 'Streamflow');
  expect(flagSamples({ days: [1, 2, 3], values: [-35, 120, 300_000] }, rules)).toEqual([
    undefined,
    undefined,
    'range',
  ]);
});

test('Every importer reads the parameters that the basin file may name, and no others', () => {
  const known: Readonly<Record<string, readonly (number | string)[]>> = {
    usgs: Object.values(parametersByCode).flat(),
    nrcs: Object.values(elements).map(({ ndx }) => ndx),
    usbr: Object.keys(pcodesByParameter),
    idwr: Object.values(parametersByColumn).flat(),
    aquainfo: Object.keys(datasetPatterns),
  };
  const sorted = (list: readonly (number | string)[]) => [...new Set(list.map(Number))].sort((a, b) => a - b);
  for (const [source, parameters] of Object.entries(known))
    expect(sorted(agencyOf(source)?.delivers ?? []), source).toEqual(sorted(parameters));
  expect(['usbr', 'usgs'].map((source) => delivers(source, firstOwnId))).toEqual([true, false]);
});

test('A limit in units replaces a share, and a share without a capacity is ignored', () => {
  const lake = siteOf('OTR', otherRiver);
  expect(qualityRulesOf(otherRiver, lake, 'Reservoir Storage')).toEqual({
    low: 0,
    capacityAf: 1000,
    overCapacityShare: 0.1,
    spike: 30,
    rate: 200,
    flatDays: 40,
  });
  const { capacity_af: _, quality: __, ...unknown } = lake;
  expect(qualityRulesOf(otherRiver, unknown, 'Reservoir Storage')).toEqual({ low: 0 });
});
