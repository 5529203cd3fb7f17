import type { DayLink } from '#stores/day-links.ts';

const path = '/data-analysis-tools/water-year-comparison?analogs=yes';

/** The past years most like the one of the day. */
export default {
  label: 'Years like this one',
  pathOf: (day) => (day === undefined ? path : `${path}&on=${day}`),
} satisfies DayLink;
