import { normalPeriod } from '#domain/statistics.ts';

/** How the figures of a section are computed. */
type Computation = readonly { readonly term: string; readonly text: string }[];

/** The sections of the page, in order. */
export const todaySections = ['storage', 'flows', 'wells', 'snow', 'moved', 'doubts'] as const;
export type TodaySection = (typeof todaySections)[number];

export const sectionTitles: Readonly<Record<TodaySection, string>> = {
  storage: 'Storage',
  flows: 'Rivers, springs and gains',
  wells: 'Wells',
  snow: 'Snow',
  moved: 'What moved this week',
  doubts: 'Late or flagged',
};

const period = `${normalPeriod.from}–${normalPeriod.to}`;
const flagged = 'A value that fails a quality rule is in no figure.';

/** The formulas, by section. The documentation has the same with examples. */
export const computations: Readonly<Record<TodaySection, Computation>> = {
  storage: [
    {
      term: 'Formula',
      text: 'The sum of all reservoirs on one day, and its share of the sum of their active capacities. A sum without one of its reservoirs would be wrong, so the day is the last one, of at most 30, on which every reservoir has a value.',
    },
    {
      term: 'Compared with',
      text: `The sums of the same date: that of the year before, the median of those of ${period}, and for the rank those of all years in which every reservoir has a value.`,
    },
    {
      term: 'Teacups',
      text: 'The height of the water is its share of the capacity. The width grows with the root of the capacity.',
    },
  ],
  flows: [
    {
      term: 'Change, 7-day mean',
      text: 'The difference from the day before; the mean of the seven days up to the value. There is none unless each of these days has a value.',
    },
    {
      term: 'Class, percent',
      text: `The value among those of the same day of ${period}, in the classes of the USGS: below the 10th percentile much below normal, to the 25th below, to the 75th normal, to the 90th above, more much above. The percentage is that of their median.`,
    },
    {
      term: 'Natural flow',
      text: 'The flow at the same place without reservoirs and diversions, as the agency computes it.',
    },
    {
      term: 'Gains',
      text: 'The mean of the last seven days with a value each, against the same seven days of the other years that have all of them.',
    },
    { term: 'Flagged', text: flagged },
  ],
  wells: [
    {
      term: 'Formula',
      text: 'The last reading less the one nearest to a year before it, at most 20 days from that day. A smaller depth is a higher water level.',
    },
  ],
  snow: [
    {
      term: 'Formula',
      text: `Snow water equivalent: the sum of the values over the sum of the medians of the date (${period}), both over the sites that have both. Percent of median peak divides by the medians of the yearly peaks.`,
    },
    {
      term: 'Withheld',
      text: 'Below an inch of median snow on average, a percentage says nothing. A group without a value of the last 7 days has none.',
    },
  ],
  moved: [
    {
      term: 'Formula',
      text: `z = (change over 7 days − median of such changes) ÷ their interquartile range, the spread in which the middle half of them lies. They are those within 7 days of this date in ${period}; a record needs 10 years and 100 changes.`,
    },
    { term: 'Order', text: 'The five records of the whole portal with the largest z, up or down.' },
  ],
  doubts: [
    {
      term: 'Late',
      text: 'No value for three times the usual interval of the record, plus two days that agencies take to publish.',
    },
    { term: 'Flagged', text: flagged },
  ],
};
