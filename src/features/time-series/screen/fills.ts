import type { TimeSeriesAxisAction, TimeSeriesMenu, TimeSeriesMore } from '../index.ts';

/** By file: a feature has one. */
export const menus = Object.entries(
  import.meta.glob<TimeSeriesMenu>('../../*/fills/time-series-menu.tsx', { eager: true, import: 'default' }),
);

/** By file. */
export const axisActions = Object.entries(
  import.meta.glob<TimeSeriesAxisAction>('../../*/fills/time-series-axis.tsx', {
    eager: true,
    import: 'default',
  }),
);

/** The address has the series of one feature. */
export const [more] = Object.values(
  import.meta.glob<TimeSeriesMore>('../../*/fills/time-series-more.tsx', { eager: true, import: 'default' }),
);
