import type { BasinSite } from '#contract/basin.ts';

/** The seasonal pattern of a stream; see `../series/regimes.ts`. */
export type Regime =
  | 'snow'
  | 'early'
  | 'headwaters'
  | 'jackson'
  | 'heise'
  | 'lorenzo'
  | 'middle'
  | 'blackfoot'
  | 'henrys'
  | 'islandpark'
  | 'ashton'
  | 'rexburg'
  | 'depletedSnow'
  | 'portneuf'
  | 'canal'
  | 'neeley'
  | 'minidoka'
  | 'milner'
  | 'kimberly'
  | 'hagerman'
  | 'mackay'
  | 'malad'
  | 'losing'
  | 'losingEarly'
  | 'spring';

/**
 * When a well is highest. `canal`: December to May, drawn down by summer pumping. `recharge`: October to November,
 * filled by canals and fields. `plain`: far from both, with little seasonal change.
 */
export type WellPhase = 'canal' | 'recharge' | 'plain';

/** Parameters for generating a station's series. Days are `YYYY-MM-DD`. */
export type Shape =
  | { kind: 'stream'; regime: Regime; meanCfs: number; from: string; until?: string }
  | { kind: 'snow'; medianPeakIn: number; from: string }
  | { kind: 'reservoir'; lowestAf: number; medianAf: readonly number[]; from: string }
  | {
      kind: 'well';
      depthFt: number;
      phase: WellPhase;
      readings: 'daily' | number;
      from: string;
      until?: string;
    }
  | { kind: 'diversion'; annualAf: number; from: string }
  | { kind: 'pump'; annualAf: number; from: string }
  | { kind: 'recharge'; capacityCfs: number; from: string }
  | { kind: 'return-flow'; summerCfs: number; from: string }
  | { kind: 'reach'; medianCfs: readonly number[]; noiseCfs: number; declinePerYear: number; from: string }
  | { kind: 'weather'; from: string };

/** A site of the basin file with the parameters of its demo series. */
export type Station = BasinSite & { readonly shape: Shape };

export type StreamRow = [id: string, regime: Regime, meanCfs: number, firstYear: number, lastDay?: string];
export type WellRow = [
  id: string,
  depthFt: number,
  phase: WellPhase,
  readings: 'daily' | number,
  firstYear: number,
  lastDay?: string,
];
export type AnnualRow = [id: string, annualAf: number, firstYear: number];
export type FlowRow = [id: string, cfs: number, firstYear: number];
export type SnowRow = [id: string, medianPeakIn: number, firstDay: string];
export type WeatherRow = [id: string, firstYear: number];
export type ReservoirRow = [id: string, lowestThousandAf: number, medianThousandAf: number[]];
export type ReachRow = [id: string, noiseCfs: number, declinePerYear: number, medianCfs: number[]];
