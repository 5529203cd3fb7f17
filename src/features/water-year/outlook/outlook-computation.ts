import type { Outlook } from '#contract/outlook.ts';
import { acreFeetPerCfsDay } from '#domain/cumulative-volume.ts';
import { outlookSource } from '#downloads/outlook-title.ts';
import type { Computation } from '../shared/computation.ts';
import { countOf } from '../shared/labels.ts';
import { describeMethod, normalYears } from './outlook-text.ts';

const formulas = {
  'principal-components':
    'Principal components regression on the square root of the volume that is still to come (Garen 1992): √volume = intercept + Σ coefficient · z. One or two components, whichever has the smaller leave-one-out error.',
  'z-scores':
    'Z-score regression (Pagano and others 2009) on the square root of the volume that is still to come: the predictors that are there are averaged, each weighted by its squared correlation.',
} as const;

/** How an outlook was computed, with its own numbers. */
export function outlookComputation(outlook: Outlook): Computation {
  const { forecast } = outlook;
  return {
    section: 'supply-outlook',
    entries: [
      ...(forecast
        ? [
            { term: 'Method', text: describeMethod(forecast) },
            { term: 'Formula', text: formulas[forecast.model.method] },
            {
              term: 'Training years',
              text: `${countOf(forecast.model.years.length, 'year')}, ${forecast.model.years[0]} to ${forecast.model.years.at(-1)}`,
            },
            {
              term: 'Range',
              text: `Standard error of prediction × Student’s t with ${forecast.model.degrees_of_freedom} degrees of freedom × ${forecast.model.range.factor.toFixed(2)}`,
            },
          ]
        : []),
      {
        term: 'Volume',
        text: `The daily mean discharges in cfs, each times ${acreFeetPerCfsDay} acre-feet. What came before the issue day is known and added.`,
      },
      { term: 'Compared with', text: `The median volume of the period in ${normalYears}` },
      {
        term: 'Record',
        text: 'Leave-one-out: each year is forecast by all others. Forward: by earlier years only, as it would have been issued.',
      },
      { term: 'Source of the values', text: outlookSource(outlook) },
    ],
  };
}
