import type { BriefRequest } from '#contract/basin/basin-requests.ts';
import { type DayNumber, formatDay } from '#lib/calendar.ts';
import type { FindingScope } from '#server/db/findings.ts';
import type { Queryable } from '#server/db/queryable.ts';
import { keysOfFigures, openBasinDay, readFigures } from '#server/findings/basin-figures.ts';
import { newestOf, readFirstDay } from '#server/findings/latest-days.ts';
import { rangesOfReach, readLastWeeks, toReach } from '#server/findings/reach-weeks.ts';
import type { Brief } from '../contract.ts';
import { readDoubts } from './doubts.ts';
import { countLateSites } from './late-sites.ts';
import { findMoves, rangesOfMove, toMove } from './moved.ts';

/** Reads where the basin stands on a day, today with the readings of the last hours, as far as the reader may see it. */
export async function readBriefOf(
  from: Queryable,
  request: BriefRequest,
  on: DayNumber,
  scope: FindingScope,
  { withReadings = false }: { readonly withReadings?: boolean } = {},
): Promise<Brief> {
  const { isReadable } = scope;
  const { springs, wells } = request;
  const own = keysOfFigures(request);
  const keys = [...own.members, ...own.snow, ...own.rivers, ...springs, ...wells, ...request.reaches];
  const [first, day] = await Promise.all([readFirstDay(from), openBasinDay(from, keys, on)]);
  const { overview, headsOf, reader } = day;
  const readable = overview.filter(({ loc_ndx }) => isReadable(loc_ndx));
  const found = await findMoves(from, request.moved, readable, on);
  const reaches = headsOf(request.reaches);
  const weeks = await readLastWeeks(from, reaches);
  const { storage, snow, rivers, findingsOf } = await readFigures(day, request, scope, {
    withReadings,
    others: [...springs, ...wells],
    ranges: [
      ...reaches.map((head, at) => ({ head, ranges: rangesOfReach(head, weeks[at]) })),
      ...found.map((move) => ({ head: move, ranges: rangesOfMove(move) })),
    ],
  });
  const moved = found.map((move) => toMove(move, reader));
  const newest = newestOf(overview);
  const heads = headsOf(keys);
  return {
    on: formatDay(on),
    newest: newest === undefined ? null : formatDay(newest),
    first: first === undefined ? null : formatDay(first),
    storage,
    snow,
    rivers,
    springs: findingsOf(springs),
    wells: findingsOf(wells),
    reaches: reaches.map((head, at) =>
      toReach(head, isReadable(head.loc_ndx) ? { last: weeks[at], reader } : undefined),
    ),
    moved,
    doubts: await readDoubts(from, heads, on),
    late_sites: countLateSites(overview, on),
  };
}
