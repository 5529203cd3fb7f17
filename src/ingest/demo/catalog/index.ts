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
    shapeEntry(id, { kind: 'stream', regime, meanCfs, from: firstDayOf(year), until }),
  ),
  ...snowSites.map(([id, medianPeakIn, from]) => shapeEntry(id, { kind: 'snow', medianPeakIn, from })),
  ...reservoirs.map(([id, lowest, median]) =>
    shapeEntry(id, {
      kind: 'reservoir',
      lowestAf: lowest * 1000,
      medianAf: median.map((thousand) => thousand * 1000),
      from: recordsBegin,
    }),
  ),
  ...wells.map(([id, depthFt, phase, readings, year, until]) =>
    shapeEntry(id, { kind: 'well', depthFt, phase, readings, from: firstDayOf(year), until }),
  ),
  ...canals.map(([id, annualAf, year]) =>
    shapeEntry(id, { kind: 'diversion', annualAf, from: firstDayOf(year) }),
  ),
  ...pumps.map(([id, annualAf, year]) => shapeEntry(id, { kind: 'pump', annualAf, from: firstDayOf(year) })),
  ...recharges.map(([id, capacityCfs, year]) =>
    shapeEntry(id, { kind: 'recharge', capacityCfs, from: firstDayOf(year) }),
  ),
  ...returnFlows.map(([id, summerCfs, year]) =>
    shapeEntry(id, { kind: 'return-flow', summerCfs, from: firstDayOf(year) }),
  ),
  ...weatherStations.map(([id, year]) => shapeEntry(id, { kind: 'weather', from: firstDayOf(year) })),
  ...reaches.map(([id, noiseCfs, declinePerYear, medianCfs]) =>
    shapeEntry(id, { kind: 'reach', medianCfs, noiseCfs, declinePerYear, from: recordsBegin }),
  ),
]);

function shapeEntry(id: string, made: Shape): [string, Shape] {
  return [id, made];
}

/** The first day of the water year that begins in a calendar year. */
function firstDayOf(year: number) {
  return `${year}-10-01`;
}

/** Lists the basin's sites that have demo series, in its order; none for another river. */
export function demoStations(basin: Basin): Station[] {
  return basin.sites.flatMap((site) => {
    const own = shapes.get(site.id);
    return own ? [{ ...site, shape: own }] : [];
  });
}
