import type { ComponentType } from 'react';
import type { TimeSeriesScreen } from './screen/screen.ts';

/** What a feature that fills `time-series-menu` gets: what is chosen and drawn, as the query of an address. */
export type MenuScreen = Pick<TimeSeriesScreen, '$ready' | 'serializeView' | 'goTo'>;

/** A button in the bar of Time Series Comparisons. */
export type TimeSeriesMenu = ComponentType<{ screen: MenuScreen }>;
