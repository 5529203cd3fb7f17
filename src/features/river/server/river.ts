import type { BasinRecordKey, RiverRequest } from '#contract/basin/basin-requests.ts';
import type { FindingAnswer } from '#contract/finding.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { type DayNumber, formatDay } from '#lib/calendar.ts';
import { tidyNumber } from '#lib/format-number.ts';
import { type FindingScope, readFindings } from '#server/db/findings.ts';
import type { Queryable } from '#server/db/queryable.ts';
import { readLatest, readRecords } from '#server/db/records.ts';
import { newestOf, readFirstDay } from '#server/findings/latest-days.ts';
import { readNamedHeads } from '#server/findings/named-heads.ts';
import { rangesOfReach, readLastWeeks, toReach } from '#server/findings/reach-weeks.ts';
import { createRecordReader } from '#server/findings/record-reader.ts';
import type { River } from '../contract.ts';

/** The findings of a river have no small line. */
const recentDays = 0;

/** A gage that is further behind does not hold back the others. */
const maxDaysBehind = 2;

/** The days among which the largest flow is looked for. */
const seasonDays = 365;

/** Finds the latest day on which all current gages and reservoirs of the lines have a value. Undefined without values. */
export async function readCompleteDay(
  from: Queryable,
  request: RiverRequest,
): Promise<DayNumber | undefined> {
  const ids = new Set(linesOf(request).flatMap(({ places }) => places.map(({ id }) => id)));
  const overview = await readLatest(from);
  const latest = overview.filter(({ loc_id, parameter_ndx }) => ids.has(loc_id) && isOfPlace(parameter_ndx));
  const newest = newestOf(latest);
  if (newest === undefined) return undefined;
  return Math.min(...latest.flatMap(({ last }) => (last >= newest - maxDaysBehind ? last : [])));
}

const linesOf = (request: RiverRequest) => request.filter(({ isLine }) => isLine);
const isOfPlace = (parameter: number) =>
  parameter === parameterNdx.streamflow || parameter === parameterNdx.storage;

type RiverDays = { readonly on: DayNumber; readonly newest: DayNumber | undefined };

/** Reads the rivers of a day, as far as the reader may see their values. */
export async function readRiverOf(
  from: Queryable,
  request: RiverRequest,
  { on, newest }: RiverDays,
  scope: FindingScope,
): Promise<River> {
  const recordKeys = request.flatMap(({ places, diversions, returns }) => [
    ...places,
    ...[...diversions, ...returns].flatMap(({ sites }) => sites),
  ]);
  const reachKeys = request.flatMap(({ reaches }) => reaches.map(({ gain }) => gain));
  const [first, overview] = await Promise.all([readFirstDay(from), readLatest(from, { on })]);
  const keys = [...recordKeys, ...reachKeys];
  const headOf = await readNamedHeads(from, keys, overview);
  const headsOf = (some: readonly BasinRecordKey[]) => some.flatMap((key) => headOf(key) ?? []);
  const findings = await readFindings(from, headsOf(recordKeys), { ...scope, on, recentDays });
  const findingOf = new Map(
    findings.map((finding) => [nameOf(finding.loc_id, finding.parameter_ndx), finding]),
  );
  const toFindings = (some: readonly BasinRecordKey[]) =>
    some.flatMap(({ id, parameter }) => findingOf.get(nameOf(id, parameter)) ?? []);

  const reader = createRecordReader(from);
  const reaches = headsOf(reachKeys);
  const weeks = await readLastWeeks(from, reaches);
  await reader.read(reaches.map((head, at) => ({ head, ranges: rangesOfReach(head, weeks[at]) })));
  const lastOf = new Map(reaches.map((head, at) => [head, weeks[at]]));

  const gages = linesOf(request).flatMap(({ places }) =>
    toFindings(places).filter(({ parameter_ndx }) => parameter_ndx === parameterNdx.streamflow),
  );
  return {
    on: formatDay(on),
    newest: newest === undefined ? null : formatDay(newest),
    first: first === undefined ? null : formatDay(first),
    widest: await readWidest(
      from,
      gages.filter(({ loc_ndx }) => scope.isReadable(loc_ndx)),
      on,
    ),
    rivers: request.map((river) => ({
      name: river.name,
      is_line: river.isLine,
      joins: river.joins,
      sites: toFindings(river.places),
      diversions: river.diversions.map(({ below, sites }) => ({ below, sites: toFindings(sites) })),
      returns: river.returns.map(({ below, sites }) => ({ below, sites: toFindings(sites) })),
      reaches: river.reaches.flatMap(({ from: upper, to, gain }) => {
        const head = headOf(gain);
        if (!head) return [];
        const found = scope.isReadable(head.loc_ndx) ? { last: lastOf.get(head), reader } : undefined;
        return [{ from: upper, to, gain: toReach(head, found) }];
      }),
    })),
  };
}

const nameOf = (id: string, parameter: number) => `${parameter} ${id}`;

/** Finds the largest daily flow of gages in the 12 months up to a day. */
async function readWidest(
  from: Queryable,
  gages: readonly FindingAnswer[],
  on: DayNumber,
): Promise<River['widest']> {
  const records = await readRecords(
    from,
    gages.map((gage) => ({ ...gage, ranges: [[on - seasonDays + 1, on]] })),
  );
  let widest: River['widest'] = null;
  for (const [at, { days, values }] of records.entries()) {
    for (const [index, value] of values.entries()) {
      if (widest !== null && value <= widest.value) continue;
      widest = {
        value: tidyNumber(value),
        rdate: formatDay(days[index] ?? on),
        loc_name: gages[at]?.loc_name ?? '',
      };
    }
  }
  return widest;
}
