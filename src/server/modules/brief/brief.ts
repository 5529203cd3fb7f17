import type { BasinRecordKey, BriefRequest } from '#contract/basin/basin-requests.ts';
import type { Brief } from '#contract/brief.ts';
import type { FindingAnswer } from '#contract/finding.ts';
import { type DayNumber, formatDay } from '#lib/calendar.ts';
import { type FindingScope, readFindings } from '../../db/findings.ts';
import type { Queryable } from '../../db/queryable.ts';
import { readLatest } from '../../db/records.ts';
import { newestOf, readFirstDay } from '../../findings/latest-days.ts';
import { readNamedHeads } from '../../findings/named-heads.ts';
import { rangesOfReach, readLastWeeks, toReach } from '../../findings/reach-weeks.ts';
import { createRecordReader } from '../../findings/record-reader.ts';
import { findSnow, toSnow } from '../../findings/snow-sums.ts';
import { readSumStandings } from '../../findings/sum-standings.ts';
import { readDoubts } from './doubts.ts';
import { countLateSites } from './late-sites.ts';
import { findMoves, rangesOfMove, toMove } from './moved.ts';
import { findTotal, rangesOfMember, toStorage } from './storage.ts';

/** The days of the small line beside a value: four weeks before it. */
const recentDays = 28;

/**
 * Reads where the basin stands on a day, today with the readings of the last hours, as far as the reader may see it. Each statement reads few rows of many records by
 * the primary key.
 */
export async function readBriefOf(
  from: Queryable,
  request: BriefRequest,
  on: DayNumber,
  scope: FindingScope,
  { withReadings = false }: { readonly withReadings?: boolean } = {},
): Promise<Brief> {
  const { isReadable } = scope;
  const { storage, rivers, springs } = request;
  const members = storage?.members ?? [];
  const recordKeys = [
    ...members,
    ...rivers.flatMap(({ actual, natural }) => (natural ? [actual, natural] : [actual])),
    ...springs,
    ...request.wells,
  ];
  const [first, overview] = await Promise.all([readFirstDay(from), readLatest(from, { on })]);
  const snowKeys = request.snow.flatMap(({ sites }) => sites);
  const keys = [...members, ...snowKeys, ...recordKeys.slice(members.length), ...request.reaches];
  const readable = overview.filter(({ loc_ndx }) => isReadable(loc_ndx));
  const found = await findMoves(from, request.moved, readable, on);
  const headOf = await readNamedHeads(from, keys, overview);
  const headsOf = (some: readonly BasinRecordKey[]) => some.flatMap((key) => headOf(key) ?? []);
  const findings = await readFindings(from, headsOf(recordKeys), { ...scope, on, recentDays, withReadings });
  const findingsOf = (some: readonly BasinRecordKey[]) =>
    some.flatMap(({ id, parameter }) => findings.find(isOf(id, parameter)) ?? []);

  const reader = createRecordReader(from);
  const reaches = headsOf(request.reaches);
  const weeks = await readLastWeeks(from, reaches);
  await reader.read([
    ...headsOf(members).map((head) => ({ head, ranges: [rangesOfMember(on)] })),
    ...reaches.map((head, at) => ({ head, ranges: rangesOfReach(head, weeks[at]) })),
    ...found.map((move) => ({ head: move, ranges: rangesOfMove(move) })),
  ]);
  const isWithheld = headsOf(members).some(({ loc_ndx }) => !isReadable(loc_ndx));
  const total = storage && !isWithheld ? findTotal(storage, headOf, reader, on) : undefined;
  const snow = request.snow.map((group) => findSnow(group, { headOf, isReadable, on }));
  const [standing, ...standingsOfSnow] = await readSumStandings(reader, [
    { heads: total?.heads ?? [], day: total?.day ?? on },
    ...snow.map(({ summed, day }) => ({ heads: summed, day: day ?? on })),
  ]);
  const moved = found.map((move) => toMove(move, reader));
  const newest = newestOf(overview);
  const heads = headsOf(keys);
  return {
    on: formatDay(on),
    newest: newest === undefined ? null : formatDay(newest),
    first: first === undefined ? null : formatDay(first),
    storage: storage
      ? toStorage(storage, { headOf, reader, findings: findingsOf(members), isWithheld, total, standing })
      : null,
    snow: snow.map((group, at) => toSnow(group, standingsOfSnow[at])),
    rivers: rivers.flatMap(({ actual, natural }) => {
      const [ofActual] = findingsOf([actual]);
      const [ofNatural = null] = natural ? findingsOf([natural]) : [];
      return ofActual ? [{ actual: ofActual, natural: ofNatural }] : [];
    }),
    springs: findingsOf(springs),
    wells: findingsOf(request.wells),
    reaches: reaches.map((head, at) =>
      toReach(head, isReadable(head.loc_ndx) ? { last: weeks[at], reader } : undefined),
    ),
    moved,
    doubts: await readDoubts(from, heads, on),
    late_sites: countLateSites(overview, on),
    is_demonstration: [...heads, ...moved].some(({ is_demonstration }) => is_demonstration),
  };
}

function isOf(id: string, parameter: number) {
  return ({ loc_id, parameter_ndx }: FindingAnswer) => loc_id === id && parameter_ndx === parameter;
}
