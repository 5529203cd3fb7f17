import type { ComponentType } from 'react';
import type { MoreSeries, TimeSeriesScreen } from './screen/screen.ts';

export { axesOf, type Selection, type Side, sides } from './rules/selection.ts';
export { isLoading, type Results, type SideSeries } from './screen/results.ts';
export { type AddedSeries, colorsOf, nothingAdded, seriesId } from './screen/series.ts';

/** What a feature that fills `time-series-menu` gets: what is chosen and drawn, as the query of an address. */
export type MenuScreen = Pick<TimeSeriesScreen, '$ready' | 'serializeView' | 'goTo'>;

/** A button in the bar of Time Series Comparisons. */
export type TimeSeriesMenu = ComponentType<{ screen: MenuScreen }>;

export type MoreFieldsProps = {
  screen: Pick<TimeSeriesScreen, '$ready' | '$selection' | 'lists' | 'setMore'>;
  /** Of the group of fields. */
  className: string;
};

/** Series that are computed from the chosen ones, and the fields that choose them. */
export type TimeSeriesMore = MoreSeries & { readonly Fields: ComponentType<MoreFieldsProps> };
