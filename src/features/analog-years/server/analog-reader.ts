import type { BasinRecordKey, BriefRequest, RiverRequest } from '#contract/basin/basin-requests.ts';
import { delivererOf } from '#domain/deliverer.ts';
import { firstDayOf, lastDayOf, yearOf } from '#domain/season/season.ts';
import { comparedDays, comparedOrders } from '#domain/snow/snowpack.ts';
import { median } from '#domain/statistics/statistics.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { type DayNumber, dayParts, formatDay } from '#lib/calendar.ts';
import { tidyNumber, tidyOrNull } from '#lib/format-number.ts';
import type { FindingScope } from '#server/db/findings.ts';
import type { Queryable } from '#server/db/queryable.ts';
import type { RecordHead } from '#server/db/record-heads.ts';
import {
  allDays,
  type DayRange,
  mergeRanges,
  noValues,
  readLatest,
  readRecords,
} from '#server/db/records.ts';
import { readDayMedians } from '#server/db/statistic-day.ts';
import { newestOf, readFirstDay } from '#server/findings/latest-days.ts';
import { type HeadOf, readNamedHeads } from '#server/findings/named-heads.ts';
import { createVersionedCache, readDataVersion } from '#server/http/query-cache.ts';
import type { AnalogYears } from '../contract.ts';
import {
  type AnalogSource,
  type AnalogWeights,
  analogOutcomes,
  analogYears,
  createAnalogSource,
  maxMeasureAge,
  type PastYear,
  spanAfter,
} from '../rules.ts';

/** The records of a measure. `withheld` names those that the reader may not see, or that the portal does not show. */
type MeasureRecords = {
  readonly label: string;
  readonly unit: 'AF' | '%';
  readonly heads: readonly RecordHead[];
  readonly withheld: readonly string[];
};

/** What a day is compared by, whatever the weights: the measures and their records as far as the reader may see them. */
type PreparedDay = {
  readonly on: DayNumber;
  readonly first: DayNumber | undefined;
  readonly newest: DayNumber | undefined;
  readonly measures: readonly MeasureRecords[];
  readonly source: AnalogSource;
};

/** About what the sums of three records of 45 years take. */
const preparedBytes = 1024 * 1024;
const maxPreparedBytes = 16 * preparedBytes;

/** Creates what reads the past years that are most like the one of a day. Each day is read once for all weights. */
export function createAnalogReader(
  from: Queryable,
  request: { readonly brief: BriefRequest; readonly rivers: RiverRequest },
) {
  const days = createVersionedCache<PreparedDay | null>(maxPreparedBytes, () => preparedBytes);
  return async (
    limited: Queryable,
    { on, weights }: { readonly on: DayNumber | undefined; readonly weights: AnalogWeights },
    scope: FindingScope,
  ): Promise<AnalogYears | null> => {
    const version = await readDataVersion(from);
    const day = await days.get(version, `${scope.reader} ${on}`, () => prepare(limited, request, on, scope));
    return day && toAnswer(day, weights);
  };
}

async function prepare(
  from: Queryable,
  { brief, rivers }: Parameters<typeof createAnalogReader>[1],
  asked: DayNumber | undefined,
  scope: FindingScope,
): Promise<PreparedDay | null> {
  const storageKeys = brief.storage?.members ?? [];
  const flowKeys = brief.rivers.flatMap(({ natural }) => natural ?? []).slice(0, 1);
  const gainKeys = rivers.flatMap(({ reaches }) => reaches.map(({ gain }) => gain));
  const keys = [...storageKeys, ...brief.snow.flatMap(({ sites }) => sites), ...flowKeys, ...gainKeys];
  const [latest, first] = await Promise.all([readLatest(from, { on: asked }), readFirstDay(from)]);
  const wanted = new Set(keys.map(({ id, parameter }) => `${parameter} ${id}`));
  const newest = newestOf(latest.filter((row) => wanted.has(`${row.parameter_ndx} ${row.loc_id}`)));
  const on = newest ?? asked;
  if (on === undefined || keys.length === 0) return null;
  const headOf = await readNamedHeads(from, keys, latest);

  const find = (label: string, unit: 'AF' | '%', of: readonly BasinRecordKey[]) =>
    findRecords(label, unit, of, headOf, scope);
  /** A total without one of its records would be wrong. */
  const whole = (found: MeasureRecords) => (found.withheld.length > 0 ? { ...found, heads: [] } : found);
  const storage = brief.storage && whole(find(brief.storage.label, 'AF', storageKeys));
  const snow = brief.snow.map(({ label, sites }) => find(`Snow, ${label}`, '%', sites));
  const flow = flowKeys[0] && whole(find(`Natural flow, ${flowKeys[0].name}`, 'AF', flowKeys));
  const current = find('', 'AF', gainKeys);
  const reaches = current.heads.filter(({ last }) => last !== null && last >= on - maxMeasureAge);
  const gains: MeasureRecords | undefined =
    gainKeys.length > 0
      ? {
          ...current,
          heads: reaches,
          label: reaches.length === 1 ? 'Gain of 1 reach' : `Gain of ${reaches.length} reaches`,
        }
      : undefined;
  const measures = [storage, ...snow, flow, gains].flatMap((each) => each ?? []);

  const snowRanges = rangesAround(on, first ?? on);
  const heads = measures.flatMap((each) => each.heads);
  const snowHeads = snow.flatMap((each) => each.heads);
  const [read, medians] = await Promise.all([
    readRecords(
      from,
      heads.map(({ loc_ndx, parameter_ndx }) => ({
        loc_ndx,
        parameter_ndx,
        ranges: parameter_ndx === parameterNdx.swe ? snowRanges : [[allDays[0], on]],
      })),
    ),
    readDayMedians(
      from,
      snowHeads.map(({ loc_ndx, parameter_ndx }) => ({ loc_ndx, parameter_ndx, orders: ordersAround(on) })),
    ),
  ]);
  const byHead = new Map(heads.map((head, at) => [head, read[at] ?? noValues]));
  const recordOf = (head: RecordHead) => byHead.get(head) ?? noValues;
  const recordsOf = (found: MeasureRecords | undefined) => found?.heads.map(recordOf);
  const mediansOf = new Map(
    snowHeads.map((head, at) => [
      head,
      new Map([...(medians[at] ?? [])].map(([order, each]) => [order, each.median])),
    ]),
  );
  const source = createAnalogSource(
    {
      storage: recordsOf(storage),
      snow: snow.map((each) => ({
        label: each.label,
        sites: each.heads.map((head) => ({
          record: recordOf(head),
          medians: mediansOf.get(head) ?? new Map(),
        })),
      })),
      flow: recordsOf(flow),
      gains: recordsOf(gains),
    },
    on,
  );
  return { on, first, newest, measures, source };
}

function toAnswer({ on, first, newest, measures, source }: PreparedDay, weights: AnalogWeights): AnalogYears {
  const found = analogYears(source, on, weights);
  const heads = measures.flatMap((each) => each.heads);
  const { year, complete, nearest } = found;
  return {
    on: formatDay(on),
    first: first === undefined ? null : formatDay(first),
    newest: newest === undefined ? null : formatDay(newest),
    year,
    weights,
    measures: found.measures.map(({ kind, asOf, value, gap, years, mean, deviation }, at) => ({
      kind,
      label: measures[at]?.label ?? '',
      unit: measures[at]?.unit ?? 'AF',
      withheld: [...(measures[at]?.withheld ?? [])],
      as_of: asOf === undefined ? null : formatDay(asOf),
      value: tidyOrNull(value),
      gap: gap ?? null,
      years,
      mean: tidyOrNull(mean),
      deviation: tidyOrNull(deviation),
    })),
    complete: complete.map((each) => each.year),
    nearest: nearest.map(({ year: past, day, distance, values, followed }) => ({
      year: past,
      on: formatDay(day),
      distance: tidyNumber(distance),
      values: values.map(tidyOrNull),
      followed: {
        volume: tidyOrNull(followed.volume),
        peak: tidyOrNull(followed.peak),
        carry_over: tidyOrNull(followed.carry_over),
        gain: tidyOrNull(followed.gain),
      },
      storage: curveOf(source, day, lastDayOf(past, 'water')),
    })),
    outcomes: analogOutcomes.flatMap((outcome) => {
      const span = spanAfter(outcome, on);
      if (span.first > span.last || on >= span.last) return [];
      const skill = found.skill[outcome];
      const medianOf = (rows: readonly PastYear[]) => {
        const values = rows.flatMap(({ followed }) => followed[outcome] ?? []);
        return values.length > 0 ? tidyNumber(median(values)) : null;
      };
      return {
        outcome,
        from: formatDay(span.first),
        to: formatDay(span.last),
        median: medianOf(nearest),
        climatology: medianOf(complete),
        hindcast: skill && {
          years: skill.years,
          error: tidyNumber(skill.error),
          climatology_error: tidyNumber(skill.climatologyError),
          skill: tidyOrNull(skill.score?.skill),
          skill_low: tidyOrNull(skill.score?.low),
        },
      };
    }),
    storage: curveOf(source, firstDayOf(year, 'water'), on),
    delivered_by: [...new Set(heads.map(delivererOf))].toSorted(),
  };
}

function findRecords(
  label: string,
  unit: MeasureRecords['unit'],
  keys: readonly BasinRecordKey[],
  headOf: HeadOf,
  { isReadable }: FindingScope,
): MeasureRecords {
  const heads: RecordHead[] = [];
  const withheld: string[] = [];
  for (const key of keys) {
    const head = headOf(key);
    if (head && isReadable(head.loc_ndx)) heads.push(head);
    else withheld.push(head?.loc_name ?? key.name);
  }
  return { label, unit, heads, withheld };
}

/** The days of a snow record that a day needs: in every year up to it those on which the measure may stand. */
function rangesAround(on: DayNumber, first: DayNumber): DayRange[] {
  const days = comparedDays(on, dayParts(first).year, yearOf(on, 'water'));
  return mergeRanges(days.map((day): DayRange => [day - maxMeasureAge - 1, day]));
}

/** The dates whose medians a day needs. */
function ordersAround(on: DayNumber): readonly number[] {
  const days = Array.from({ length: maxMeasureAge + 1 }, (_, age) => on - age);
  return [...new Set(days.flatMap(comparedOrders))];
}

function curveOf({ storageOn }: AnalogSource, first: DayNumber, last: DayNumber) {
  const values = Array.from({ length: last - first + 1 }, (_, at) => tidyOrNull(storageOn(first + at)));
  return { first: formatDay(first), values };
}
