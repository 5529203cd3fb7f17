import { type ParameterNdx, parameter } from '#domain/vocabulary.ts';
import { type Station, stations } from '../demo/catalogue/index.ts';
import type { QualityRules } from '../normalise/quality.ts';
import type { Target } from '../source.ts';

const flow: QualityRules = { kind: 'range', low: 0, high: 200_000, what: 'flow' };

/** The gage at the lower end of each reach, whose accounting has the reach's gain. */
const reachesByGage: Readonly<Record<string, string>> = {
  '13038500': 'RG-HEII-LORI',
  '13069500': 'RG-SHYI-NBLK',
  '13077000': 'RG-NBLK-NEEL',
  '13081500': 'RG-NEEL-MINI',
  '13087995': 'RG-MINI-MILN',
};

const byId = new Map(stations.map((station) => [station.id, station]));
const own = stations.filter(({ provider }) => provider === 'IDWR Accounting');

/** Sites whose history is asked for, and gages whose accounting has a reach gain. */
export const accountedSites: readonly string[] = own.map(({ id }) => id);
export const reachGages: readonly string[] = Object.keys(reachesByGage);

const flows: Partial<Record<Station['type'], ParameterNdx>> = {
  Diversion: parameter.diversion,
  'Diversion Pump': parameter.diversion,
  'Return Flow': parameter.returnFlow,
  'Stream Gage': parameter.streamflow,
};

/** Where a quantity of a site is kept; undefined for what the portal does not have. */
export function idwrTarget(site: string, column: string): Target | undefined {
  if (column === 'Reach Gain (CFS)') {
    const station = byId.get(reachesByGage[site] ?? '');
    return station && { station, parameter: parameter.reachGain, rules: { kind: 'anything' } };
  }
  const station = byId.get(site);
  if (column !== 'Flow (CFS)' || station?.provider !== 'IDWR Accounting') return undefined;
  const ndx = flows[station.type];
  return ndx && { station, parameter: ndx, rules: flow };
}
