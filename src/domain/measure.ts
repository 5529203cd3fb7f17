/** What is compared: the values of days, or the volume of a discharge in cfs since the first day of the year. */
export const measures = ['value', 'volume'] as const;
export type Measure = (typeof measures)[number];
