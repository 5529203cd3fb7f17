import type { StandingRecord } from '#contract/water-year.ts';
import { describeFinding, describeStanding } from '#domain/finding/finding.ts';
import { type BarSize, standingOf } from '#domain/finding/percentile-bar.ts';
import { describePercentOfMedian } from '#domain/percent-of.ts';
import { describeQuantity } from '#domain/quantity.ts';
import type { YearKind } from '#domain/season.ts';
import type { Measure } from '#domain/vocabulary.ts';
import { monthAndDay, wholeDate } from '#lib/calendar-names.ts';
import { capitalize, countOf } from '#lib/count-text.ts';

type StandingFields = Pick<StandingRecord, 'parameter_ndx' | 'units_name' | 'latest' | 'finding'>;

type StandingOptions = {
  readonly measure: Measure;
  readonly year: YearKind;
  /** The day in the basin, `YYYY-MM-DD`: dates of its year are written without the year. */
  readonly today: string;
};

/** What is said of the latest value, or of the volume up to it. */
export type LatestText = {
  /** `1,540 cfs` */
  readonly value: string;
  /** `on November 19, provisional`; undefined of a record that has ended. */
  readonly when: string | undefined;
  /** The changes of a value in a day and in seven. */
  readonly changes: readonly string[] | undefined;
  readonly standing: ReturnType<typeof standingOf>;
  /** The whole, as a sentence. */
  readonly sentence: string;
};

const firstDays: Readonly<Record<YearKind, string>> = { water: 'October 1', irrigation: 'November 1' };

/** Describes where the latest value stands: that of a day by its finding. Undefined without a value. */
export function describeLatest(
  { parameter_ndx, units_name, latest, finding }: StandingFields,
  { measure, year, today }: StandingOptions,
  size: BarSize,
): LatestText | undefined {
  if (!latest) return undefined;
  const { rdate, approval, estimated_days: estimated, count, first_year, last_year, period } = latest;
  const remark = approval === 'P' ? ['provisional'] : [];
  if (measure === 'value') {
    if (!finding) return undefined;
    const described = describeFinding(finding, { today, isWaterYearNamed: year === 'water' });
    return {
      value: described.value,
      when: described.date && [`on ${described.date}`, ...remark].join(', '),
      changes: [described.change, described.weekChange].filter((each) => each !== undefined),
      standing: standingOf(described, size),
      sentence: described.sentence,
    };
  }
  const hasBasis = count !== null && first_year !== null && last_year !== null && period !== null;
  const of = hasBasis ? { count, first_year, last_year, period } : null;
  const rank = { rank: latest.rank, low_rank: latest.low_rank, years: latest.years };
  const described = describeStanding({ ...latest, parameter_ndx, of, rank }, today);
  const value = describeQuantity(latest.value, units_name);
  const mark = standingOf({ ...described, place: described.place?.place }, size);
  if (described.freshness.state === 'ended') {
    const sentence = `This record ended on ${wholeDate(rdate)}. Last volume ${value}.`;
    return { value, when: undefined, changes: [], standing: mark, sentence };
  }
  const date = rdate.slice(0, 4) === today.slice(0, 4) ? monthAndDay(rdate) : wholeDate(rdate);
  const days = [
    `from ${firstDays[year]} to ${date}`,
    ...(described.age === undefined ? [] : [described.age]),
    ...(estimated ? [`${countOf(estimated, 'day')} estimated`] : []),
    ...remark,
  ];
  const percent = describePercentOfMedian(latest.percent_of_median);
  const when = days.join(', ');
  const sentence = described.place
    ? `${value} ${when}: ${[described.standing, percent].filter(Boolean).join(', ')}.`
    : `${value} ${when}. ${capitalize(described.standing)}.`;
  return { value, when, changes: undefined, standing: mark, sentence };
}
