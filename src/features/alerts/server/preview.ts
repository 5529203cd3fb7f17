import { maxLagOf } from '#domain/freshness.ts';
import type { DailyPoints, StoredSeries } from '#domain/series-columns.ts';
import { todayInBasin } from '#lib/basin-clock.ts';
import { dayNumber, formatDay } from '#lib/calendar.ts';
import { tidyNumber, tidyOrNull } from '#lib/format-number.ts';
import type { Queryable } from '#server/db/queryable.ts';
import { allDays, readRecord } from '#server/db/records.ts';
import { thinToExtremes } from '#server/findings/thin-to-extremes.ts';
import type { AlertPreview, AlertTerms, LevelTerms } from '../contract.ts';
import { limitsOf } from '../rules/machine.ts';
import { findSilences, replayLevel } from '../rules/observations.ts';
import { describeTerms } from '../rules/rule-text.ts';
import { type RuleRecord, readMeasure, toObservations } from './measures.ts';

/** The line of a chart has about twice as many points. */
const runsOfLine = 300;

/** Reads when a rule would have fired on the daily values of its record that pass the quality rules. */
export async function previewRule(
  from: Queryable,
  record: RuleRecord,
  terms: AlertTerms,
  now: Date,
): Promise<AlertPreview> {
  const { interval_days, capacity: _, ...fields } = record;
  const series = await readRecord(from, record, [allDays]);
  const [first, last] = [series.days[0], series.days.at(-1)];
  const common = {
    ...fields,
    condition: describeTerms(terms, record),
    first_day: first === undefined ? null : formatDay(first),
    last_day: last === undefined ? null : formatDay(last),
  };
  if (terms.kind === 'level') return { ...common, ...(await pastOfLevel(from, record, terms, series)) };
  const today = dayNumber(todayInBasin(now));
  const maxLag = maxLagOf(interval_days, terms.intervals);
  const gaps = findSilences(series.days, maxLag, today);
  const lag = last === undefined ? undefined : today - last;
  return {
    ...common,
    clear_level: null,
    firings: gaps.map(({ day, gap }) => ({ rdate: formatDay(day), measured: gap })),
    latest: last === undefined || lag === undefined ? null : { rdate: formatDay(last), measured: lag },
    is_firing: lag !== undefined && lag > maxLag,
    line: lineOf({ days: series.days, values: series.values }),
  };
}

async function pastOfLevel(from: Queryable, record: RuleRecord, terms: LevelTerms, series: StoredSeries) {
  const limits = limitsOf(terms, record.capacity);
  const observations = toObservations(series, await readMeasure(from, record, terms.measure));
  const { fired, state } = replayLevel(observations, limits);
  const measured = observations.flatMap(({ day, measured: value }) =>
    value === undefined ? [] : { day, value },
  );
  const latest = measured.at(-1);
  return {
    clear_level: tidyNumber(limits.clear),
    firings: fired.map((each) => ({ rdate: formatDay(each.day), measured: tidyOrNull(each.measured) ?? 0 })),
    latest: latest ? { rdate: formatDay(latest.day), measured: tidyNumber(latest.value) } : null,
    is_firing: state === 'firing' || state === 'clearing',
    line: lineOf({ days: measured.map(({ day }) => day), values: measured.map(({ value }) => value) }),
  };
}

function lineOf(points: DailyPoints) {
  const [first = 0, last = 0] = [points.days[0], points.days.at(-1)];
  const { days, values } = thinToExtremes(points, Math.max(1, Math.ceil((last - first) / runsOfLine)));
  return {
    start: formatDay(first),
    days: days.map((day) => day - first),
    values: values.map(tidyNumber),
  };
}
