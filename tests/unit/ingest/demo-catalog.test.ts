import { expect, test } from 'vitest';
import { dataProviders } from '#domain/agencies.ts';
import { parameters } from '#domain/vocabulary.ts';
import { siteUrl } from '#ingest/basin/write-lookup-tables.ts';
import { demoStations } from '#ingest/demo/catalog.ts';
import { seriesOf } from '#ingest/demo/series.ts';
import { basin, otherRiver } from '../../support/basin.ts';

const stations = demoStations(basin);

test('Demo sites come first in the basin file, so that their ids follow its order', () => {
  expect(stations.length).toBe(374);
  expect(stations.map(({ id }) => id)).toEqual(basin.sites.slice(0, stations.length).map(({ id }) => id));
  expect(demoStations(otherRiver)).toEqual([]);
});

test('Every demo series is listed in the basin file', () => {
  for (const station of stations) {
    const listed = parameters.filter(({ name }) => station.series[name]).map(({ ndx }) => ndx);
    for (const { parameter } of seriesOf(station)) expect(listed, station.name).toContain(parameter);
    expect(seriesOf(station).length).toBeGreaterThan(0);
  }
});

test('Every site lies in the region and has a readable name and a valid link', () => {
  for (const site of basin.sites) {
    expect(site.lat, site.name).toBeGreaterThan(41.5);
    expect(site.lat, site.name).toBeLessThan(44.8);
    expect(site.lon, site.name).toBeGreaterThan(-115.5);
    expect(site.lon, site.name).toBeLessThan(-109.6);
    expect(site.name).toMatch(/[a-z]/);
    expect(site.name).not.toMatch(/\b(NR|BLW|AB|Nr|Id|Usgs)\b/);
    const page = siteUrl(site, dataProviders);
    if (page) expect(new URL(page).protocol).toBe('https:');
  }
});

test('The three reaches of the tributary forecast have a line', () => {
  for (const name of ['Near Blackfoot to Neeley', 'Neeley to Minidoka', 'Minidoka to Milner']) {
    const reach = stations.find((station) => station.name === name);
    expect(reach?.type).toBe('Stream Reach');
    expect(reach?.provider).toBe('Calculation');
    expect(reach?.line?.length).toBeGreaterThanOrEqual(2);
  }
});
