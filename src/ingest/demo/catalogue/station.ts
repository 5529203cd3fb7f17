import type { DataProviderName, LocationTypeName } from '#domain/vocabulary.ts';

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
 * When a well stands highest. `canal`: December to May, drawn down by summer pumping. `recharge`: October to
 * November, filled by canals and fields. `plain`: far from both, little season.
 */
export type WellPhase = 'canal' | 'recharge' | 'plain';

/** What drives the generator of a station's series. Days are `YYYY-MM-DD`. */
export type Shape =
  | { kind: 'stream'; regime: Regime; meanCfs: number; from: string; until?: string }
  | { kind: 'snow'; medianPeakIn: number; from: string }
  | { kind: 'reservoir'; capacityAf: number; lowestAf: number; medianAf: readonly number[]; from: string }
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

/** A real station, restated: agency id, name, place. `huc8` and `huc10` are hydrologic unit codes. */
export type Station = {
  readonly id: string;
  readonly name: string;
  readonly type: LocationTypeName;
  readonly provider: DataProviderName;
  readonly lat: number;
  readonly lon: number;
  readonly elevationFt?: number;
  readonly huc8: string;
  readonly huc10?: string;
  /** The line of a stream reach, `[longitude, latitude]`. */
  readonly line?: readonly (readonly [number, number])[];
  readonly shape: Shape;
};

/** id, name, latitude, longitude, elevation in feet, hydrologic unit (8 or 10 digits) */
export type Place = [
  id: string,
  name: string,
  lat: number,
  lon: number,
  elevationFt: number | null,
  unit: string,
];
export type GageRow = [...Place, regime: Regime, meanCfs: number, firstYear: number, lastDay?: string];
export type SnotelRow = [...Place, medianPeakIn: number, firstDay: string];
export type ReservoirRow = [
  ...Place,
  capacityAf: number,
  lowestThousandAf: number,
  medianThousandAf: number[],
];
export type WellRow = [
  ...Place,
  depthFt: number,
  phase: WellPhase,
  readings: 'daily' | number,
  firstYear: number,
  sentinel: boolean,
  lastDay?: string,
];
export type DiversionRow = [...Place, annualAf: number, firstYear: number];
export type FlowRow = [...Place, cfs: number, firstYear: number];
export type WeatherRow = [...Place, network: 'USBR AgriMet' | 'USBR HydroMet', firstYear: number];
