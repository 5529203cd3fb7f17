import type { Basin } from '#contract/basin.ts';
import { canals, pumps, recharges, returnFlows } from './irrigation.ts';
import { reaches, reservoirs } from './reservoirs.ts';
import type { Shape, Station } from './station.ts';
import { streams } from './streams.ts';
import { snowSites, weatherStations } from './weather.ts';
import { wells } from './wells.ts';

export type { Shape, Station } from './station.ts';

const recordsBegin = '1980-10-01';

const shapes = new Map<string, Shape>([
  ...streams.map(([id, regime, meanCfs, year, until]) =>
    shape(id, { kind: 'stream', regime, meanCfs, from: firstOf(year), until }),
  ),
  ...snowSites.map(([id, medianPeakIn, from]) => shape(id, { kind: 'snow', medianPeakIn, from })),
  ...reservoirs.map(([id, lowest, median]) =>
    shape(id, {
      kind: 'reservoir',
      lowestAf: lowest * 1000,
      medianAf: median.map((thousand) => thousand * 1000),
      from: recordsBegin,
    }),
  ),
  ...wells.map(([id, depthFt, phase, readings, year, until]) =>
    shape(id, { kind: 'well', depthFt, phase, readings, from: firstOf(year), until }),
  ),
  ...canals.map(([id, annualAf, year]) => shape(id, { kind: 'diversion', annualAf, from: firstOf(year) })),
  ...pumps.map(([id, annualAf, year]) => shape(id, { kind: 'pump', annualAf, from: firstOf(year) })),
  ...recharges.map(([id, capacityCfs, year]) =>
    shape(id, { kind: 'recharge', capacityCfs, from: firstOf(year) }),
  ),
  ...returnFlows.map(([id, summerCfs, year]) =>
    shape(id, { kind: 'return-flow', summerCfs, from: firstOf(year) }),
  ),
  ...weatherStations.map(([id, year]) => shape(id, { kind: 'weather', from: firstOf(year) })),
  ...reaches.map(([id, noiseCfs, declinePerYear, medianCfs]) =>
    shape(id, { kind: 'reach', medianCfs, noiseCfs, declinePerYear, from: recordsBegin }),
  ),
]);

function shape(id: string, made: Shape): [string, Shape] {
  return [id, made];
}

/** The first day of the water year that begins in a calendar year. */
function firstOf(year: number) {
  return `${year}-10-01`;
}

/** The sites of a basin that the demonstration has series for, in the basin's order: none for another river's. */
export function demoStations(basin: Basin): Station[] {
  return basin.sites.flatMap((site) => {
    const own = shapes.get(site.id);
    return own ? [{ ...site, shape: own }] : [];
  });
}
