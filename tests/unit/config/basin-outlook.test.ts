import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseBasin } from '#config/basin/basin-file.ts';
import { basin, otherRiverPath } from '../../support/basin.ts';

const text = readFileSync(otherRiverPath, 'utf8');
const path = 'river.yaml';

/** An outlook that is right; each mistake below is an edit of it. */
const outlook = `outlook:
  points:
    - id: otter
      label: Other River
      flow: { site: "13999001", parameter: Streamflow }
      period: { from: "04-01", to: "07-31" }
      winter: { from: "11-01", to: "03-31" }
      predictors:
        - { label: Snow, parameter: Snow Water Equivalent, sites: [OTS] }
      official: "13999001"
  fill:
    - { id: lake, label: Otter Lake, point: otter, parameter: Reservoir Storage, sites: [OTR] }
`;
const snowSite = `  - id: OTS
    name: Otter Pass
    type: SNOTEL
    provider: NRCS Snotel
    lat: 44.15
    lon: -116.15
    huc8: "17050199"
    series: { Snow Water Equivalent: {}, Streamflow: {} }
`;
const withOutlook = `${text.trimEnd()}\n${snowSite}${outlook}`;

test('the default file forecasts Heise and fills seven reservoirs', () => {
  expect(basin.outlook?.points.map(({ id }) => id)).toEqual(['heise', 'island-park']);
  expect(basin.outlook?.fill?.[0]?.sites).toHaveLength(7);
});

test('an outlook may be without winter, official forecasts and fill', () => {
  expect(parseBasin(withOutlook, path).outlook?.fill).toHaveLength(1);
  const less = withOutlook
    .replace(/ {6}winter: .*\n/, '')
    .replace(/ {6}official: .*\n/, '')
    .replace(/ {2}fill:\n.*\n/, '');
  expect(parseBasin(less, path).outlook?.points).toHaveLength(1);
});

describe('a mistake in the outlook is reported with its line', () => {
  test.each<[expected: string, from: string, to: string]>([
    ['points 0 flow site: "13999" is not the id', 'flow: { site: "13999001"', 'flow: { site: "13999"'],
    ['flow site: site OTR has no Streamflow series', 'flow: { site: "13999001"', 'flow: { site: OTR'],
    [
      'flow parameter: expected one of Streamflow, ',
      'parameter: Streamflow }\n      period',
      'parameter: Flow }\n      period',
    ],
    [
      'flow parameter: an outlook needs values in cfs; Reservoir Storage is in AF',
      'flow: { site: "13999001", parameter: Streamflow }',
      'flow: { site: OTR, parameter: Reservoir Storage }',
    ],
    ['period from: expected a day such as "04-01"', '"04-01", to', '"4-1", to'],
    ['period from: 04-31 is not a day of every year', '"04-01", to', '"04-31", to'],
    ['winter to: 02-29 is not a day of every year', 'to: "03-31"', 'to: "02-29"'],
    ['period to: the period must end after 04-01, in the same calendar year', 'to: "07-31"', 'to: "03-01"'],
    ['winter to: winter must end before the period begins on 04-01', 'to: "03-31"', 'to: "04-01"'],
    ['predictors 0 sites 0: "OTZ" is not the id of a site', 'sites: [OTS]', 'sites: [OTZ]'],
    ['predictors 0 sites 0: site OTR has no Snow Water Equivalent series', 'sites: [OTS]', 'sites: [OTR]'],
    [
      'predictors 0 parameter: a predictor needs Snow Water Equivalent',
      'parameter: Snow Water Equivalent, sites',
      'parameter: Streamflow, sites',
    ],
    ['predictors 0 sites 1: "OTS" is listed twice', 'sites: [OTS]', 'sites: [OTS, OTS]'],
    ['predictors 0 sites: expected the id of at least one site', 'sites: [OTS]', 'sites: []'],
    [
      'predictors 1 sites 0: "OTS" is in an earlier group',
      'sites: [OTS] }\n',
      'sites: [OTS] }\n        - { label: More, parameter: Snow Water Equivalent, sites: [OTS] }\n',
    ],
    [
      'predictors 1 label: "Snow" is listed twice',
      'sites: [OTS] }\n',
      'sites: [OTS] }\n        - { label: Snow, parameter: Snow Water Equivalent, sites: [OTS] }\n',
    ],
    ['points 0 official: "13999" is not the id of a site', 'official: "13999001"', 'official: "13999"'],
    ['points 0 regulated: expected true or false', 'official: "13999001"', 'regulated: "yes"'],
    ['points 0 agency: unknown field', 'official: "13999001"', 'agency: nrcs'],
    [
      'points 0 id: expected a word in lowercase letters',
      'id: otter\n      label',
      'id: Other River\n      label',
    ],
    ['fill 0 point: "beaver" is not the id of a point', 'point: otter', 'point: beaver'],
    ['fill 0 sites 0: "otr" is not the id of a site', 'sites: [OTR] }\n', 'sites: [otr] }\n'],
    [
      'fill 0 parameter: a fill needs values in AF; Streamflow is in cfs',
      'point: otter, parameter: Reservoir Storage',
      'point: otter, parameter: Streamflow',
    ],
    ['fill 0 sites 0: site OTR has no capacity_af', '    capacity_af: 1000\n', ''],
    [
      'fill 1 id: "lake" is listed twice',
      'sites: [OTR] }\n',
      'sites: [OTR] }\n    - { id: lake, label: A, point: otter, parameter: Reservoir Storage, sites: [OTR] }\n',
    ],
  ])('%s', (expected, from, to) => {
    // The outlook comes after the sites; the capacity among them.
    const start = from.includes('capacity') ? 0 : withOutlook.indexOf(outlook);
    const edited = withOutlook.slice(0, start) + withOutlook.slice(start).replace(from, to);
    expect(edited).not.toBe(withOutlook);
    const firstChanged = [...edited].findIndex((letter, at) => letter !== withOutlook[at]);
    const line = edited.slice(0, firstChanged).split('\n').length;
    let message = '';
    try {
      parseBasin(edited, path);
    } catch (error) {
      message = String(error);
    }
    expect(message).toContain(expected);
    const lines = message.match(/river\.yaml, line (\d+)/g);
    if (to !== '') expect(lines).toContain(`river.yaml, line ${line}`);
  });
});
