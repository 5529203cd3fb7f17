import type { ComponentType } from 'react';
import type { Side } from './rules/selection.ts';
import type { MoreSeries, TimeSeriesScreen } from './screen/screen.ts';

export {
  axesOf,
  chooseLocations,
  chooseParameter,
  type Selection,
  type Side,
  sides,
} from './rules/selection.ts';
export { locationsWith } from './screen/choices.ts';
export { isLoading, type Results, type SideSeries } from './screen/results.ts';
export type { SelectionChange } from './screen/screen.ts';
export { type AddedSeries, colorsOf, nothingAdded, seriesId } from './screen/series.ts';

/** What a feature that fills `time-series-menu` gets: what is chosen and drawn, as the query of an address. */
export type MenuScreen = Pick<TimeSeriesScreen, '$ready' | 'serializeView' | 'goTo'>;

/** A button in the bar of Time Series Comparisons. */
export type TimeSeriesMenu = ComponentType<{ screen: MenuScreen }>;

/** A button beneath the locations of an axis. */
export type TimeSeriesAxisAction = ComponentType<{
  screen: Pick<TimeSeriesScreen, '$ready' | 'choose'>;
  side: Side;
}>;

export type MoreFieldsProps = {
  screen: Pick<TimeSeriesScreen, '$ready' | '$selection' | 'lists' | 'setMore'>;
  /** Of the group of fields. */
  className: string;
};

/** Series that are computed from the chosen ones, and the fields that choose them. */
export type TimeSeriesMore = MoreSeries & { readonly Fields: ComponentType<MoreFieldsProps> };
