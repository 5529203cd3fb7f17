import { readFileSync } from 'node:fs';
import { parseBasin } from '#config/basin/basin-file.ts';
import { otherRiverPath } from './basin.ts';

const additions = `
parameters:
  - { name: Water Temperature, units: °C }
  - { name: Depth of Ice, units: in, reversed: true }
location_types:
  - Hatchery
  - Lock
providers:
  - { name: Otter Tribe, url: "https://otter.example.org/sites/{id}" }
  - { name: Otter Power }
`;

const hatchery = `
  - id: OTRH
    name: Otter Hatchery
    type: Hatchery
    provider: USBR HydroMet
    lat: 44.21
    lon: -116.12
    huc8: "17050102"
    quality: { Water Temperature: { high: 30 } }
    series:
      Water Temperature: { usbr: otrh_wf }
      Depth of Ice: { usbr: otrh_ic }
`;

/** The text of the other river's file with parameters and location types of its own. */
export const ownVocabularyText = readFileSync(otherRiverPath, 'utf8')
  .replace('\nsites:\n', `${additions}\nsites:${hatchery}`)
  .replace('quality:\n', 'quality:\n  Water Temperature: { low: -2 }\n');

export const ownVocabulary = parseBasin(ownVocabularyText, 'own.yaml');
