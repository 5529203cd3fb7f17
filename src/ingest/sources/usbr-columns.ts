import { type ParameterNdx, parameter } from '#domain/vocabulary.ts';
import { type Station, stations } from '../demo/catalogue/index.ts';
import type { QualityRules } from '../normalise/quality.ts';
import type { Target } from '../source.ts';
import { canals, gages, reachGages } from './usbr-sites.ts';

const byId = new Map(stations.map((station) => [station.id, station]));

/**
 * What a column `<site>_<pcode>` of HydroMet is in the portal, or `undefined` for one it does not keep.
 * The pcodes: qd and qj daily discharge of a stream or canal, qu discharge without the reservoirs, af active
 * storage, gain of a reach, pp precipitation and mm mean air temperature of the day.
 */
export function usbrTarget(column: string): Target | undefined {
  const [site = '', pcode = ''] = column.toLowerCase().split('_');
  switch (pcode) {
    case 'qd':
    case 'qj':
    case 'gj':
      return flow(byId.get((pcode === 'qd' ? gages[site] : undefined) ?? canals[site] ?? gages[site] ?? ''));
    case 'qu':
      return unregulated(site);
    case 'af':
      return storage(byId.get(site.toUpperCase()));
    case 'gain':
      return known(byId.get(reachGages[site] ?? ''), parameter.reachGain, { kind: 'anything' });
    case 'pp':
      return weather(site, parameter.precipitation, {
        kind: 'range',
        low: 0,
        high: 12,
        what: 'precipitation',
      });
    case 'mm':
      return weather(site, parameter.airTemperature, {
        kind: 'range',
        low: -70,
        high: 120,
        what: 'temperature',
      });
    default:
      return undefined;
  }
}

/** Every column the portal can keep, for a request without a list of sites. */
export function usbrColumns(): string[] {
  const weatherSites = stations
    .filter(({ type }) => type === 'Weather Station')
    .map(({ id }) => id.toLowerCase());
  const reservoirs = stations.filter(({ type }) => type === 'Reservoir').map(({ id }) => id.toLowerCase());
  return [
    ...Object.keys(gages).map((site) => `${site}_qd`),
    ...Object.keys(canals).map((site) => `${site}_qj`),
    ...unregulatedSites.map((site) => `${site}_qu`),
    ...reservoirs.filter((site) => !/^\d/.test(site)).map((site) => `${site}_af`),
    ...weatherSites.flatMap((site) => [`${site}_pp`, `${site}_mm`]),
  ];
}

function known(station: Station | undefined, ndx: ParameterNdx, rules: QualityRules): Target | undefined {
  return station && { station, parameter: ndx, rules };
}

/** Discharge is kept as what the site is for. */
function flow(station: Station | undefined): Target | undefined {
  if (!station) return undefined;
  const rules: QualityRules = { kind: 'range', low: 0, high: 200_000, what: 'discharge' };
  switch (station.type) {
    case 'Diversion':
    case 'Diversion Pump':
      return known(station, parameter.diversion, rules);
    case 'Return Flow':
      return known(station, parameter.returnFlow, rules);
    case 'Recharge':
      return known(station, parameter.recharge, rules);
    default:
      return known(station, parameter.streamflow, rules);
  }
}

const unregulatedSites = ['heii', 'heni', 'isli', 'jck', 'pali'];

/** Computed as if the reservoirs above were not there: a location of its own, at the gage. */
function unregulated(site: string): Target | undefined {
  const gage = byId.get(gages[site] ?? '');
  if (!gage || !unregulatedSites.includes(site)) return undefined;
  const station: Station = {
    ...gage,
    id: `${site.toUpperCase()}-QU`,
    name: `${gage.name} (Unregulated)`,
    provider: 'USBR HydroMet',
  };
  return known(station, parameter.streamflow, { kind: 'anything' });
}

/**
 * Wind sets up on the long, shallow pools: their levels swing more from day to day, as a share of little
 * capacity, or hardly at all.
 */
const spikeShares: Record<string, number> = { MIN: 0.1, MIL: 0.1, HEN: 0.02 };

function storage(station: Station | undefined): Target | undefined {
  if (station?.shape.kind !== 'reservoir') return undefined;
  return known(station, parameter.storage, {
    kind: 'storage',
    capacityAf: station.shape.capacityAf,
    tolerance: 0.05,
    spikeShare: spikeShares[station.id] ?? 0.05,
  });
}

function weather(site: string, ndx: ParameterNdx, rules: QualityRules): Target | undefined {
  const station = byId.get(site.toUpperCase());
  return station?.type === 'Weather Station' ? known(station, ndx, rules) : undefined;
}
