import type { ReadableAtom } from 'nanostores';
import type { ReactNode } from 'react';
import type { DataPoint, MapLayer, SiteCondition } from '#contract/public-map.ts';
import type { RankBasis, ShownConditions } from './latest-conditions.ts';
import type { ColorScheme } from './marker-colors.ts';

/** What the map gives to the choice of a day. */
export type DayHost = {
  /** The day whose conditions are shown; empty for the latest ones. */
  readonly $on: ReadableAtom<string>;
  /** The calendar day in the basin, `YYYY-MM-DD`. */
  readonly today: () => string;
  readonly setOn: (day: string) => void;
  /** Loads the days that can be chosen, before they are asked for. */
  readonly prepareDays: () => void;
};

/** The conditions of past days, loaded as they are shown. */
export type ConditionDays = {
  /** Changes with what is loaded. */
  readonly $state: ReadableAtom<unknown>;
  /** Loads what a day needs. */
  readonly show: (day: string) => void;
  /** Loads again what another user may see. */
  readonly reload: () => void;
  readonly cancel: () => void;
  /** Undefined until the day is loaded. */
  readonly conditionsOf: (day: string, latest: ShownConditions) => ShownConditions | undefined;
  /** The choice of the day, beneath the map. */
  readonly renderChoice: (host: DayHost) => ReactNode;
};

type CategoryScheme = Extract<ColorScheme, { kind: 'category' }>;

/** A fill of `map-conditions`: colors the sites by where their values stand on a day. */
export type MapConditions = {
  /** The first day that can be shown. */
  readonly firstDay: string;
  readonly createDays: () => ConditionDays;
  /** `layer` is that of the pictures in the legend. */
  readonly colorSites: (
    sites: readonly DataPoint[],
    shown: ShownConditions,
    options: { readonly isDark: boolean; readonly layer: MapLayer },
  ) => ColorScheme;
  /** What is said of a site that is pointed at, below its name. */
  readonly cardOf: (condition: SiteCondition) => {
    readonly value: string;
    readonly bar: string;
    readonly standing: string;
    readonly tone: string;
  };
  /** Sites of a lower rank are more unusual. */
  readonly rankOf: (site: DataPoint, basis: RankBasis) => number;
  /** `110 to 129 % of the median`, of a class of snow from 1 to 5. */
  readonly describeSnow: (at: number) => string;
  /** The classes in a row, where there is no room for the legend. */
  readonly renderKey: () => ReactNode;
  readonly renderLegend: (scheme: CategoryScheme, layer: MapLayer, wide: boolean) => ReactNode;
};

/** Undefined where no feature has them. */
export const mapConditions: MapConditions | undefined = Object.values(
  import.meta.glob<MapConditions>('../../../*/fills/map-conditions.tsx', { eager: true, import: 'default' }),
)[0];
