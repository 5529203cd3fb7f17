import type { ForecastChart } from '#config/forecast.ts';
import { hasReversedAxis } from '#config/parameters.ts';
import type { DailySeries } from '#contract/daily-data.ts';
import type { StandingRecord } from '#contract/water-year.ts';
import { cumulativeVolume } from '#domain/cumulative-volume.ts';
import { firstDayOf, yearOf } from '#domain/season.ts';
import { maxGapOf } from '#domain/time-series/gaps.ts';
import { describeChange } from '#domain/value-change.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { type DayNumber, dayNumber } from '#lib/calendar.ts';
import { type StandingPhrases, standingPhrases } from '../shared/standing-text.ts';

/** Values of a record by day, ascending, of about the last twelve months. */
type RecentValues = { readonly days: readonly DayNumber[]; readonly values: readonly number[] };

/** What one line about a site says. */
export type SiteGlance = RecentValues & {
  /** Undefined for a record without values. */
  readonly standing: StandingPhrases | undefined;
  /** `+120 cfs in 1 day`, then the same of seven days. */
  readonly changes: readonly string[];
  readonly maxGap: number;
  readonly isReversed: boolean;
};

/** The days over which changes are described. */
const changeSpans = [1, 7] as const;

type GlanceSources = {
  readonly standing: StandingRecord;
  /** The record's daily values of the last year. Undefined if they could not be loaded. */
  readonly series: Pick<DailySeries, 'start' | 'dates' | 'values' | 'approval'> | undefined;
  readonly today: string;
};

/** Builds the line of a site from where its latest value stands and its values of the last year. */
export function glanceOf(
  { measure, parameter }: Pick<ForecastChart, 'measure' | 'parameter'>,
  { standing, series, today }: GlanceSources,
): SiteGlance {
  const recent = recentValues(series, measure);
  const last = standing.latest && dayNumber(standing.latest.rdate);
  const isDepth = parameter === parameterNdx.depthToWater;
  return {
    ...recent,
    standing: standingPhrases(standing, { measure, today }),
    changes:
      last === null || recent.days.length === 0
        ? []
        : changeSpans.map((span) =>
            describeChange(changeOver(recent, last, span), span, { unit: standing.units_name, isDepth }),
          ),
    maxGap: maxGapOf(recent.days),
    isReversed: hasReversedAxis(parameter),
  };
}

/** The values of a series, or the volumes since the first day of its last water year. */
function recentValues(series: GlanceSources['series'], measure: ForecastChart['measure']): RecentValues {
  const start = series ? dayNumber(series.start) : 0;
  const days = (series?.dates ?? []).map((offset) => start + offset);
  const values = series?.values ?? [];
  const last = days.at(-1);
  if (measure === 'value' || last === undefined) return { days, values };
  const firstDay = firstDayOf(yearOf(last, 'water'), 'water');
  const from = days.findIndex((day) => day >= firstDay);
  return cumulativeVolume(
    { days: days.slice(from), values: values.slice(from), approval: series?.approval.slice(from) ?? '' },
    'water',
  );
}

/** Computes the change to a day's value from the value `span` days before. Undefined without one of the two. */
export function changeOver({ days, values }: RecentValues, day: DayNumber, span: number): number | undefined {
  const valueAt = (wanted: DayNumber) => values[days.lastIndexOf(wanted)];
  const [now, before] = [valueAt(day), valueAt(day - span)];
  return now === undefined || before === undefined ? undefined : now - before;
}
