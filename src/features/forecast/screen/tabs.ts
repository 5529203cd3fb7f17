import type { ComponentType, ReactNode } from 'react';
import type { OutlookOptions } from '#config/forecast.ts';
import type { Address } from '#stores/address.ts';

export type ForecastTabProps = {
  title: string;
  /** The part's own share of the page's address. */
  address: Address;
  options: OutlookOptions;
  tabs: ReactNode;
};

/** A fill of `forecast-tabs`: a part of Forecast Supply, for a basin file with outlooks. */
export type ForecastTab = {
  /** Among the others, from left to right. */
  readonly place: number;
  /** Its name in the address, `view=outlook`. */
  readonly view: string;
  readonly label: string;
  readonly isOffered: (options: OutlookOptions) => boolean;
  readonly Part: ComponentType<ForecastTabProps>;
};

/** The parts that features add, in the order of the page. */
export const moreTabs: readonly ForecastTab[] = Object.values(
  import.meta.glob<ForecastTab>('../../*/fills/forecast-tabs.tsx', { eager: true, import: 'default' }),
).toSorted((one, other) => one.place - other.place);
