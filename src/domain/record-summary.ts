import { type DayNumber, formatDay } from './calendar.ts';

/**
 * What is said of a record: first and last day with a value (`YYYY-MM-DD`), the days from one to the other,
 * both included, the same in whole years (rounded), and the number of values.
 */
export type RecordSummary = {
  por_start: string | null;
  por_end: string | null;
  num_days: number;
  num_years: number;
  total_samples: number;
};

export function summarizeRecord(
  first: DayNumber | undefined,
  last: DayNumber | undefined,
  samples: number,
): RecordSummary {
  if (first === undefined || last === undefined) {
    return { por_start: null, por_end: null, num_days: 0, num_years: 0, total_samples: 0 };
  }
  const days = last - first + 1;
  return {
    por_start: formatDay(first),
    por_end: formatDay(last),
    num_days: days,
    num_years: Math.round(days / 365.25),
    total_samples: samples,
  };
}
