import type { BasinSite } from '#contract/basin.ts';
import type { Regime } from '../series/regimes.ts';

/**
 * When a well is highest. `canal`: December to May, drawn down by summer pumping. `recharge`: October to November,
 * filled by canals and fields. `plain`: far from both, with little seasonal change.
 */
export const wellPhases = ['canal', 'recharge', 'plain'] as const;
export type WellPhase = (typeof wellPhases)[number];

/** Parameters for generating a station's series. Days are `YYYY-MM-DD`. */
export type Shape =
  | { kind: 'stream'; regime: Regime; meanCfs: number; from: string; until?: string }
  | { kind: 'unregulated'; regime: Regime; meanCfs: number; noiseCfs: number; from: string }
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
