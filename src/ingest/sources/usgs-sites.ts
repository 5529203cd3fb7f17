import { type ParameterNdx, parameter } from '#domain/vocabulary.ts';
import { type Station, stations } from '../demo/catalogue/index.ts';
import type { QualityRules } from '../normalise/quality.ts';
import type { Target } from '../source.ts';

const discharge: QualityRules = { kind: 'range', low: 0, high: 200_000, what: 'discharge' };
const depth: QualityRules = { kind: 'range', low: -200, high: 2000, what: 'depth to water' };
const elevation: QualityRules = { kind: 'range', low: 0, high: 14_000, what: 'groundwater elevation' };

/** Parameter codes by what is asked for of a station: its daily values, and what people measure at it. */
export const dischargeCodes = ['00060'] as const;
export const wellCodes = ['72019', '62611', '62610'] as const;

/** Stations that USGS keeps: gages with numbers of eight digits, wells with fifteen. */
const own = stations.filter(({ provider, id }) => provider === 'USGS' && /^\d{8,15}$/.test(id));
const byNumber = new Map(own.map((station) => [station.id, station]));

export const gageNumbers: readonly string[] = own.filter((station) => !isWell(station)).map(({ id }) => id);
export const wellNumbers: readonly string[] = own.filter(isWell).map(({ id }) => id);

function isWell({ type }: Station): boolean {
  return type === 'Sentinel Well' || type === 'Non-Sentinel Well';
}

/** A station's number out of `USGS-13037500` or `13037500`. */
export function siteNumber(name: string): string {
  return name.trim().replace(/^USGS-/i, '');
}

const flows: Partial<Record<Station['type'], ParameterNdx>> = {
  'Return Flow': parameter.returnFlow,
  Diversion: parameter.diversion,
  Recharge: parameter.recharge,
};

/** Where a parameter of a station is kept; undefined for what the portal does not have. */
export function usgsTarget(site: string, code: string): Target | undefined {
  const station = byNumber.get(site);
  if (!station) return undefined;
  if (code === '00060' && !isWell(station)) {
    return { station, parameter: flows[station.type] ?? parameter.streamflow, rules: discharge };
  }
  if (!isWell(station)) return undefined;
  if (code === '72019') return { station, parameter: parameter.depthToWater, rules: depth };
  if (code === '62611' || code === '62610') {
    return { station, parameter: parameter.groundwaterElevation, rules: elevation };
  }
  return undefined;
}
