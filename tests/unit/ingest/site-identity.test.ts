import { describe, expect, test } from 'vitest';
import type { Basin } from '#contract/basin/basin.ts';
import { ConsistentBasin } from '#contract/basin/basin-checks.ts';
import { dataProviders, type SourceName } from '#domain/agencies.ts';
import { toLocationId, toSiteKey } from '#ingest/agencies/usgs/row.ts';
import { siteUrl } from '#ingest/basin/write-lookup-tables.ts';
import { basin } from '../../support/basin.ts';
import { describeRead, readSource } from '../../support/read-source.ts';

const other = 'ID008-433012112123401';
const heise = '13037500';

/** The basin with the gage of another agency, and a SNOTEL station whose number another state's has, too. */
const widened: Basin = {
  ...basin,
  sites: basin.sites.flatMap((site) => {
    if (site.id === heise) return [site, { ...site, id: other, series: { Streamflow: { usgs: other } } }];
    if (site.series['Snow Water Equivalent']?.nrcs !== '546:ID:SNTL') return [site];
    return [
      site,
      { ...site, id: '546:WY:SNTL', series: { 'Snow Water Equivalent': { nrcs: '546:WY:SNTL' } } },
    ];
  }),
};

const daily = (monitoring_location_id: string) => ({
  monitoring_location_id,
  parameter_code: '00060',
  statistic_id: '00003',
  time_series_id: 't1',
  time: '2026-03-01',
  value: '77',
  unit_of_measure: 'ft^3/s',
  approval_status: 'Provisional',
  qualifier: null,
});
const json = (id: string) => JSON.stringify({ features: [{ properties: daily(id) }], links: [] });
const csv = (id: string) => `${Object.keys(daily(id)).join(',')}\n${Object.values(daily(id)).join(',')}\n`;
const csvById = (id: string) => csv(id).replace('monitoring_location_id', 'id');
const rdb = (agency: string, number: string) =>
  [
    'agency_cd\tsite_no\tdatetime\t1_00060_00003\t1_00060_00003_cd',
    '5s\t15s\t20d\t14n\t10s',
    `${agency}\t${number}\t2026-03-01\t77\tP`,
    '',
  ].join('\n');
const nwis = (agencyCode: string | undefined, value: string) =>
  JSON.stringify({
    value: {
      timeSeries: [
        {
          sourceInfo: { siteCode: [{ value, agencyCode }] },
          variable: {
            variableCode: [{ value: '00060' }],
            unit: { unitCode: 'ft3/s' },
            options: { option: [{ optionCode: '00003' }] },
          },
          values: [{ value: [{ value: '77', qualifiers: ['P'], dateTime: '2026-03-01T00:00:00.000' }] }],
        },
      ],
    },
  });
const report = (station: string) => `Date,Station Id,Snow Water Equivalent (in)\n2026-03-01,${station},7.7\n`;

const ofHeise = `${heise} 1 2026-03-01 77`;
const ofOther = `${other} 1 2026-03-01 77`;

describe('a site is its agency and its number together', () => {
  test.each<[source: SourceName, title: string, text: string, expected: string]>([
    ['usgs', 'JSON of USGS', json('USGS-13037500'), ofHeise],
    ['usgs', 'JSON of USGS in lower case', json('usgs-13037500'), ofHeise],
    ['usgs', 'JSON of another agency', json('IDWR-13037500'), 'unknown IDWR-13037500 00060'],
    ['usgs', 'JSON of an agency with digits', json('ID008-13037500'), 'unknown ID008-13037500 00060'],
    ['usgs', 'JSON of a key', json(other), ofOther],
    ['usgs', 'JSON of the number of a key', json('USGS-433012112123401'), 'unknown 433012112123401 00060'],
    ['usgs', 'CSV of another agency', csv('IDWR-13037500'), 'unknown IDWR-13037500 00060'],
    ['usgs', 'CSV of a key', csv(other), ofOther],
    ['usgs', 'CSV that names the site by id', csvById('IDWR-13037500'), 'unknown IDWR-13037500 00060'],
    ['usgs', 'CSV with a key as id', csvById(other), ofOther],
    ['usgs', 'RDB of USGS', rdb('USGS', heise), ofHeise],
    ['usgs', 'RDB of another agency', rdb('IDWR', heise), 'unknown IDWR-13037500 00060'],
    ['usgs', 'RDB of a key', rdb('ID008', '433012112123401'), ofOther],
    ['usgs', 'the legacy service without an agency', nwis(undefined, heise), ofHeise],
    ['usgs', 'the legacy service of USGS', nwis('USGS', heise), ofHeise],
    ['usgs', 'the legacy service of another agency', nwis('IDWR', heise), 'unknown IDWR-13037500 00060'],
    ['usgs', 'the legacy service of a key', nwis('ID008', '433012112123401'), ofOther],
    ['nrcs', 'a report of one state', report('546:WY:SNTL'), '546:WY:SNTL 2 2026-03-01 7.7'],
    ['nrcs', 'a report with a number of two states', report('546'), 'unknown 546 WTEQ'],
  ])('%s: %s', async (source, _, text, expected) => {
    const { found, message } = await readSource(source, text, { basin: widened });
    expect([...describeRead(found), message].filter(Boolean)).toEqual([expected]);
  });

  test('of two stations with a number, a report that names none is of neither', async () => {
    const text = 'Date,Snow Water Equivalent (in)\n2026-03-01,7.7\n';
    const { message } = await readSource('nrcs', text, { basin: widened, sites: ['546'] });
    expect(message).toContain('does not name its station');
  });

  test.each([
    ['USGS-13037500', heise, 'USGS-13037500'],
    [other, other, other],
    ['IDWR-13037500', 'IDWR-13037500', 'IDWR-13037500'],
  ])('%s has the key %s and is sent as %s', (id, key, sent) => {
    expect([toSiteKey(id), toLocationId(key)]).toEqual([key, sent]);
  });

  test('the page of another agency’s site at USGS', () => {
    const site = widened.sites.find(({ id }) => id === other);
    expect(site && siteUrl({ ...site, url: undefined, provider: 'USGS' }, dataProviders)).toBe(
      'https://waterdata.usgs.gov/monitoring-location/ID008-433012112123401/',
    );
  });

  test.each([
    [other, true],
    [heise, true],
    ['USGS-13037500', false],
    ['13037500 ', false],
    ['-13037500', false],
    ['ID008', false],
  ])('the key %j in a basin file: %s', (key, isKey) => {
    const site = { ...widened.sites[0], id: 'NEW', series: { Streamflow: { usgs: key } } };
    const result = ConsistentBasin.safeParse({ ...basin, shapes: undefined, sites: [...basin.sites, site] });
    const messages = result.error?.issues.map(({ message }) => message) ?? [];
    expect(messages.some((each) => each.startsWith('expected a site number'))).toBe(!isKey);
  });
});
