import type { BriefRequest } from '#contract/basin-brief-request.ts';
import type { BasinRecordKey } from '#contract/basin-record-key.ts';
import type { Brief } from '#contract/brief.ts';
import { type DayNumber, formatDay } from '#lib/calendar.ts';
import type { Queryable } from '../../db/queryable.ts';
import { toDoubts } from './doubts.ts';
import { rangesOfFlow, rangesOfWell, toFlow, toWell } from './flows.ts';
import { type HeadOf, readHeads } from './heads.ts';
import { readMoved } from './moved.ts';
import { countLateSites, newestOf, readFirstDay, readOverview } from './overview.ts';
import { rangesOfReach, readLastWeeks, toReach } from './reaches.ts';
import { createRecordReader } from './record-reader.ts';
import { toSnow } from './snow.ts';
import { rangesOfMember, readStorage } from './storage.ts';

/** Reads where the basin stands on a day. Each statement reads few rows of many records by the primary key. */
export async function readBriefOf(from: Queryable, request: BriefRequest, on: DayNumber): Promise<Brief> {
  const keys = keysOf(request);
  const [first, overview] = await Promise.all([readFirstDay(from), readOverview(from, on)]);
  const flowKeys = [...riverKeysOf(request), ...request.springs];
  const headOf = await readHeads(from, { keys, compared: flowKeys }, overview, on);
  const headsOf = (some: readonly BasinRecordKey[]) => some.flatMap((key) => headOf(key) ?? []);
  const flows = headsOf(flowKeys);
  const wells = headsOf(request.wells);
  const reaches = headsOf(request.reaches);
  const weeks = await readLastWeeks(from, reaches, on);
  const reader = createRecordReader(from);
  await reader.read([
    ...headsOf(request.storage?.members ?? []).map((head) => ({ head, ranges: rangesOfMember(head, on) })),
    ...flows.map((head) => ({ head, ranges: rangesOfFlow(head, on) })),
    ...wells.map((head) => ({ head, ranges: rangesOfWell(head) })),
    ...reaches.map((head, at) => ({ head, ranges: rangesOfReach(head, weeks[at]) })),
  ]);
  const [storage, moved] = await Promise.all([
    request.storage ? readStorage(request.storage, headOf, reader, on) : null,
    readMoved(from, request.moved, overview, on),
  ]);
  const newest = newestOf(overview);
  const heads = headsOf(keys);
  return {
    on: formatDay(on),
    newest: newest === undefined ? null : formatDay(newest),
    first: first === undefined ? null : formatDay(first),
    storage,
    snow: request.snow.map((group) => toSnow(group, headOf, on)),
    rivers: toRivers(request, headOf, (head) => toFlow(head, reader, on)),
    springs: headsOf(request.springs).map((head) => toFlow(head, reader, on)),
    wells: wells.map((head) => toWell(head, reader)),
    reaches: reaches.map((head, at) => toReach(head, weeks[at], reader)),
    moved,
    doubts: toDoubts(heads, on),
    late_sites: countLateSites(overview, on),
    is_demonstration: [...heads, ...moved].some(({ is_demonstration }) => is_demonstration),
  };
}

function riverKeysOf({ rivers }: BriefRequest): readonly BasinRecordKey[] {
  return rivers.flatMap(({ actual, natural }) => (natural ? [actual, natural] : [actual]));
}

/** The records of the brief in the order of its sections. */
function keysOf(request: BriefRequest): readonly BasinRecordKey[] {
  return [
    ...(request.storage?.members ?? []),
    ...request.snow.flatMap(({ sites }) => sites),
    ...riverKeysOf(request),
    ...request.springs,
    ...request.wells,
    ...request.reaches,
  ];
}

type ToFlow = (head: NonNullable<ReturnType<HeadOf>>) => Brief['springs'][number];

function toRivers({ rivers }: BriefRequest, headOf: HeadOf, toFlowOf: ToFlow): Brief['rivers'] {
  return rivers.flatMap(({ actual, natural }) => {
    const head = headOf(actual);
    const naturalHead = natural && headOf(natural);
    if (!head) return [];
    return [{ actual: toFlowOf(head), natural: naturalHead ? toFlowOf(naturalHead) : null }];
  });
}
