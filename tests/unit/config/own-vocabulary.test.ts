import { describe, expect, test } from 'vitest';
import { parseBasin } from '#config/basin/basin-file.ts';
import { toPageBasin } from '#config/basin/page-basin.ts';
import { hasReversedAxis, portalParameters } from '#config/parameters.ts';
import { locationTypesOf, parametersOf, providersOf } from '#contract/basin/basin-vocabulary.ts';
import { dataProviders } from '#domain/agencies.ts';
import { locationTypes, parameterNdx, parameters } from '#domain/vocabulary.ts';
import { siteUrl } from '#ingest/basin/write-lookup-tables.ts';
import { basin, otherRiver } from '../../support/basin.ts';
import { ownVocabulary, ownVocabularyText } from '../../support/own-vocabulary.ts';

test('a basin’s parameters and types follow the built-in ones, with ids in its order', () => {
  expect(parametersOf(ownVocabulary).slice(parameters.length)).toEqual([
    { ndx: 101, name: 'Water Temperature', units: '°C', isReversed: false },
    { ndx: 102, name: 'Depth of Ice', units: 'in', isReversed: true },
  ]);
  expect(locationTypesOf(ownVocabulary).slice(locationTypes.length)).toEqual([
    { ndx: 101, name: 'Hatchery' },
    { ndx: 102, name: 'Lock' },
  ]);
  expect(providersOf(ownVocabulary).slice(dataProviders.length)).toMatchObject([
    { ndx: 101, name: 'Otter Tribe' },
    { ndx: 102, name: 'Otter Power' },
  ]);
  expect(parametersOf(otherRiver)).toHaveLength(parameters.length);
  expect(locationTypesOf(otherRiver).map(({ name }) => name)).toEqual(locationTypes);
});

test('pages know a basin’s own parameters, and which axes are reversed', () => {
  expect(toPageBasin(ownVocabulary).parameters).toEqual(ownVocabulary.parameters);
  expect(portalParameters).toEqual(parametersOf(basin));
  expect(portalParameters.filter(({ ndx }) => hasReversedAxis(ndx)).map(({ ndx }) => ndx)).toEqual([
    parameterNdx.depthToWater,
  ]);
  expect(hasReversedAxis(undefined)).toBe(false);
});

describe('a mistake in them is reported with its line', () => {
  test.each<[message: string, from: string, to: string]>([
    ['parameters 1 name: every portal has "streamflow"; remove it', 'name: Depth of Ice', 'name: streamflow'],
    [
      'parameters 1 name: "water temperature" is listed twice',
      'name: Depth of Ice',
      'name: water temperature',
    ],
    ['units: is missing', 'Water Temperature, units: °C', 'Water Temperature'],
    ['parameters 1 revers: unknown field', 'reversed: true', 'revers: true'],
    ['parameters 1 reversed: expected true or false', 'reversed: true', 'reversed: "yes"'],
    ['location_types 0: every portal has "SNOTEL"; remove it', '- Hatchery', '- SNOTEL'],
    ['location_types 1: "Hatchery" is listed twice', '- Lock', '- Hatchery'],
    ['providers 0 name: every portal has "usgs"; remove it', 'name: Otter Tribe', 'name: usgs'],
    ['providers 1 name: "otter tribe" is listed twice', 'name: Otter Power', 'name: otter tribe'],
    ['providers 0 url: expected', 'https://otter.example.org/sites/{id}', 'otter'],
    ['site OTRH provider: expected one of Calculation, ', 'provider: USBR HydroMet', 'provider: Nobody'],
    ['site OTRH type: expected one of Diversion, ', 'type: Hatchery', 'type: Fishery'],
    ['site OTRH series Ice: expected one of Streamflow, ', 'Depth of Ice: { usbr', 'Ice: { usbr'],
    [
      'site OTRH quality Temperature: expected one of',
      'quality: { Water Temperature: {',
      'quality: { Temperature: {',
    ],
    [
      'quality Temperature: expected one of',
      '  Water Temperature: { low: -2 }',
      '  Temperature: { low: -2 }',
    ],
  ])('%s', (message, from, to) => {
    expect(ownVocabularyText).toContain(from);
    const line = ownVocabularyText.slice(0, ownVocabularyText.indexOf(from)).split('\n').length;
    const parse = () => parseBasin(ownVocabularyText.replace(from, to), 'own.yaml');
    expect(parse).toThrow(message);
    expect(parse).toThrow(new RegExp(`own\\.yaml, line ${line}: `));
  });
});

test('the page of a site at a provider of the basin file has its id', () => {
  const [site] = ownVocabulary.sites;
  const pageOf = (provider: string) =>
    site && siteUrl({ ...site, id: 'A B', url: undefined, provider }, providersOf(ownVocabulary));
  expect(pageOf('Otter Tribe')).toBe('https://otter.example.org/sites/A%20B');
  expect(pageOf('Otter Power')).toBeUndefined();
});
