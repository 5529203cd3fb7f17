import { type ParameterNdx, parameter } from '#domain/vocabulary.ts';
import { stations } from '../demo/catalogue/index.ts';
import type { QualityRules } from '../normalise/quality.ts';
import type { Target } from '../source.ts';

type Element = { readonly ndx: ParameterNdx; readonly rules: QualityRules; readonly head: RegExp };

/** What the portal keeps of a SNOTEL site: elements of AWDB, and how a report's column of each begins. */
export const elements: Readonly<Record<string, Element>> = {
  WTEQ: {
    ndx: parameter.swe,
    rules: { kind: 'range', low: 0, high: 150, what: 'snow water equivalent' },
    head: /^snow water equivalent \(in\)/i,
  },
  PRCP: {
    ndx: parameter.precipitation,
    rules: { kind: 'range', low: 0, high: 12, what: 'precipitation' },
    head: /^precipitation increment \(in\)/i,
  },
  TAVG: {
    ndx: parameter.airTemperature,
    rules: { kind: 'range', low: -70, high: 120, what: 'temperature' },
    head: /^air temperature average \(degf\)/i,
  },
};

const sites = stations.filter((station) => station.type === 'SNOTEL');
const byTriplet = new Map(sites.map((station) => [station.id, station]));
const byNumber = new Map(sites.map((station) => [station.id.split(':')[0] ?? '', station]));

/** Every site of the portal, as `546:ID:SNTL`. */
export const triplets: readonly string[] = sites.map((station) => station.id);

/** The triplet that a site is asked for by: itself, or by its number alone. */
export function tripletOf(name: string): string {
  const text = name.trim().toUpperCase();
  return byTriplet.has(text) ? text : (byNumber.get(text)?.id ?? text);
}

/** Where an element of a site is kept; `undefined` for one that the portal does not have. */
export function nrcsTarget(triplet: string, element: string): Target | undefined {
  const station = byTriplet.get(triplet);
  const known = elements[element];
  return station && known && { station, parameter: known.ndx, rules: known.rules };
}
