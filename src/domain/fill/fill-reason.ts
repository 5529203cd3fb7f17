import { countOf } from '#lib/count-text.ts';
import { minYearsForMedian } from '../statistics.ts';
import { type FillReason, minForecastYears } from './fill-result.ts';

/** A sentence for people: why there is no chance, or why it is climatology. */
export function describeFillReason(reason: FillReason): string {
  switch (reason.code) {
    case 'few-years':
      return `Only ${countOf(reason.years, 'past year')} can be used; a chance needs ${minYearsForMedian}.`;
    case 'no-storage':
      return 'A reservoir has no storage on this day or the 3 days before it, so there is no total.';
    case 'no-outlook':
      return 'There is no outlook for this day, so the chance is the share of past years.';
    case 'few-forecasts':
      return `Only ${countOf(reason.years, 'past year')} have a forecast and the storage; the method needs ${minForecastYears}, so the chance is the share of past years.`;
    case 'no-skill':
      return 'On this day, storage and forecast explain the fill no better than past years do, so the chance is the share of past years.';
  }
}
