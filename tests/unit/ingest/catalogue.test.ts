import { expect, test } from 'vitest';
import { dataProviders, huc8s, locationTypes, parameters } from '#domain/vocabulary.ts';
import { stations } from '#ingest/demo/catalogue/index.ts';
import { pageOf } from '#ingest/demo/places.ts';
import { seriesOf } from '#ingest/demo/series/index.ts';
import { usbrColumns, usbrTarget } from '#ingest/sources/usbr-columns.ts';

test('At least 300 stations with ids of their own', () => {
  expect(stations.length).toBeGreaterThanOrEqual(300);
  expect(new Set(stations.map(({ id }) => id.toUpperCase())).size).toBe(stations.length);
});

test('Every location type, provider, hydrologic unit and parameter occurs', () => {
  expect([...new Set(stations.map(({ type }) => type))].sort()).toEqual([...locationTypes]);
  expect([...new Set(stations.map(({ provider }) => provider))].sort()).toEqual([...dataProviders]);
  expect([...new Set(stations.map(({ huc8 }) => huc8))].sort()).toEqual(huc8s.map(({ code }) => code));
  const found = new Set(stations.flatMap((station) => seriesOf(station).map(({ parameter }) => parameter)));
  expect([...found].sort((a, b) => a - b)).toEqual(parameters.map(({ ndx }) => ndx));
});

test('Every station lies in the region, has a readable name, a series, and a link that is one', () => {
  for (const station of stations) {
    expect(station.lat, station.name).toBeGreaterThan(41.5);
    expect(station.lat, station.name).toBeLessThan(44.8);
    expect(station.lon, station.name).toBeGreaterThan(-115.5);
    expect(station.lon, station.name).toBeLessThan(-109.6);
    expect(station.name).toMatch(/[a-z]/);
    expect(station.name).not.toMatch(/\b(NR|BLW|AB|Nr|Id|Usgs)\b/);
    expect(seriesOf(station).length).toBeGreaterThan(0);
    if (station.huc10) expect(station.huc10.startsWith(station.huc8)).toBe(true);
    const page = pageOf(station);
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

test('Every column asked of HydroMet has its place', () => {
  for (const column of usbrColumns()) expect(usbrTarget(column), column).toBeDefined();
});

test('A pcode means what the site is for', () => {
  expect(usbrTarget('heii_qd')).toMatchObject({ station: { id: '13037500' }, parameter: 1 });
  expect(usbrTarget('tcsi_qj')).toMatchObject({ station: { id: '13087500' }, parameter: 6 });
  expect(usbrTarget('mdni_qj')).toMatchObject({ station: { id: '13085065' }, parameter: 12 });
  expect(usbrTarget('heii_qu')).toMatchObject({ station: { id: 'HEII-QU' }, rules: { kind: 'anything' } });
  expect(usbrTarget('amf_af')).toMatchObject({
    parameter: 3,
    rules: { kind: 'storage', capacityAf: 1672590 },
  });
  expect(usbrTarget('twfi_pp')).toMatchObject({ parameter: 4 });
  for (const column of ['amf_fb', 'zzzz_qd', 'amfi_qu', 'heii']) expect(usbrTarget(column)).toBeUndefined();
});
