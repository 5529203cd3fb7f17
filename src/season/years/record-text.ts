import type { StandingRecord } from '#contract/season/water-year.ts';
import { maxBridgedDays } from '#domain/bridge-gaps.ts';
import { describeFailedRule } from '#domain/failed-rule.ts';
import { describeFinding, describeStanding } from '#domain/finding/finding.ts';
import { type BarSize, standingOf } from '#domain/finding/percentile-bar.ts';
import { describeQuantity } from '#domain/quantity.ts';
import { isYear, type YearKind } from '#domain/season/season.ts';
import type { SeasonSelection } from '#domain/season/season-tool-address.ts';
import { describePercentOfMedian } from '#domain/statistics/percent-of.ts';
import { bridgedParameters, type Measure, wellParameters } from '#domain/vocabulary.ts';
import { formatUsDate } from '#lib/calendar.ts';
import { monthAndDay } from '#lib/calendar-names.ts';
import { capitalize, countOf } from '#lib/count-text.ts';
import type { Comparison } from './season-chart.ts';

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

const firstDays: Readonly<Record<YearKind, string>> = { water: 'Oct 1', irrigation: 'Nov 1' };

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
    const sentence = `This record ended on ${formatUsDate(rdate)}. Last volume ${value}.`;
    return { value, when: undefined, changes: [], standing: mark, sentence };
  }
  const date = rdate.slice(0, 4) === today.slice(0, 4) ? monthAndDay(rdate) : formatUsDate(rdate);
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

/** Counts the flagged values, which are not plotted. Undefined without any. */
export function describeFlaggedCount(
  { flagged }: Pick<StandingRecord, 'flagged'>,
  measure: Measure,
): string | undefined {
  if (flagged === 0) return undefined;
  const values =
    flagged === 1
      ? '1 value of this record was flagged by quality rules and is'
      : `${flagged} values of this record were flagged by quality rules and are`;
  const volumeNote = measure === 'volume' ? ' In a volume, their days count as missing.' : '';
  return `${values} not part of lines and statistics.${volumeNote}`;
}

type Choice = Pick<SeasonSelection, 'series' | 'year' | 'measure'>;

const completeYears = {
  noun: 'complete years',
  detail: ` A year is complete if none of its gaps is longer than ${maxBridgedDays} days.`,
};

function needsCompleteYears(
  { parameter_ndx }: Pick<Comparison['standing'], 'parameter_ndx'>,
  measure: Measure,
): boolean {
  const isDaily = bridgedParameters.has(parameter_ndx) && !wellParameters.has(parameter_ndx);
  return measure === 'volume' || isDaily;
}

/** Lists the chosen series without data, and which rule leaves statistics without enough years. */
export function missingNotes(
  { records, standing }: Pick<Comparison, 'records' | 'standing'>,
  { series, year, measure }: Choice,
): readonly string[] {
  const present = new Set(records.map((each) => each.series_desc));
  const missing = series.filter((each) => !present.has(each));
  const statistics = missing.filter((each) => !isYear(each));
  const years = missing.filter(isYear);
  const notes: string[] = [];
  if (statistics.length > 0) {
    notes.push(
      `There are no statistics (${statistics.join(', ')}): ${describeFailedRule(standing, needsCompleteYears(standing, measure) ? completeYears : undefined)}`,
    );
  }
  if (years.length > 0) {
    const start = measure === 'volume' ? ', or none at its beginning' : '';
    notes.push(`There is no data for ${nameYearKind(year)} ${years.join(', ')}${start}.`);
  }
  return notes;
}

function nameYearKind(kind: YearKind): string {
  return kind === 'water' ? 'water year' : 'irrigation year';
}
