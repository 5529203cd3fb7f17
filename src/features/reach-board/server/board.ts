import type { RiverRequest } from '#contract/basin/basin-requests.ts';
import { bridgeGaps, maxBridgedDays, sumRecords } from '#domain/bridge-gaps.ts';
import { formatReference, type ReferenceChoice, type SeasonStart } from '#domain/season/gain-season.ts';
import { createSpanSums, type SpanSums } from '#domain/season/span-sums.ts';
import type { SeriesColumns } from '#domain/series-columns.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { type DayNumber, formatDay } from '#lib/calendar.ts';
import { tidyNumber, tidyOrNull } from '#lib/format-number.ts';
import type { FindingScope } from '#server/db/findings.ts';
import type { Queryable } from '#server/db/queryable.ts';
import { allDays, readLatest, readRecords } from '#server/db/records.ts';
import { readStatisticSetting } from '#server/db/statistic-day.ts';
import { newestOf, readFirstDay } from '#server/findings/latest-days.ts';
import { readNamedHeads, toRecord } from '#server/findings/named-heads.ts';
import type { BoardReach, ReachBoard, WindowGain } from '../contract.ts';
import { seasonGainOf } from '../rules/season-gain.ts';
import {
  boardWindows,
  endsOfChain,
  gageErrorOf,
  type ReachEnd,
  weeksOf,
  windowGainOf,
  windowsOf,
} from '../rules/windows.ts';

const bridgeMargin = maxBridgedDays + 1;

/** A reach whose last value is older than this has no windows. */
const maxDaysBehind = 30;

export type BoardChoice = {
  /** The latest day with values without one. */
  readonly on: DayNumber | undefined;
  readonly start: SeasonStart;
  readonly reference: ReferenceChoice;
  readonly errorPercent: number;
};

type Sides = Pick<BoardReach, 'week' | 'month' | 'season' | 'weeks' | 'usual_weeks'>;

/** Reads the reaches of the rivers that are lines, as far as the reader may see their values. Null without reaches. */
export async function readReachBoardOf(
  from: Queryable,
  request: RiverRequest,
  { on: asked, start, reference, errorPercent }: BoardChoice,
  scope: FindingScope,
): Promise<ReachBoard | null> {
  const asks = request.flatMap(({ reaches }) => reaches);
  const places = new Map(request.flatMap(({ places: all }) => all.map((each) => [each.id, each])));
  const ids = new Set(asks.map(({ gain }) => gain.id));
  const latest = await readLatest(from, { parameter: parameterNdx.reachGain });
  const newest = newestOf(latest.filter(({ loc_id }) => ids.has(loc_id)));
  if (newest === undefined) return null;
  const on = Math.min(asked ?? newest, newest);
  const gageKeys = [...new Set(asks.flatMap((each) => [each.from, each.to]))].flatMap(
    (id) => places.get(id) ?? [],
  );
  const keys = [...asks.map(({ gain }) => gain), ...gageKeys];
  const headOf = await readNamedHeads(from, keys, await readLatest(from, { on }));
  const shown = asks.flatMap((each) => {
    const head = headOf(each.gain);
    return head ? [{ ...each, head }] : [];
  });
  const season = windowsOf(on, start).season;
  const gages = gageKeys.flatMap((key) => {
    const head = headOf(key);
    return head && head.parameter_ndx === parameterNdx.streamflow ? [{ id: key.id, head }] : [];
  });
  const [first, { approved_only: approvedOnly }, records, flows] = await Promise.all([
    readFirstDay(from),
    readStatisticSetting(from),
    readRecords(
      from,
      shown.map(({ head }) => ({ ...keyOf(head), ranges: scope.isReadable(head.loc_ndx) ? [allDays] : [] })),
    ),
    readRecords(
      from,
      // A gap of a gage is bridged as one of a gain is, also at the end of a window.
      gages.map(({ head }) => ({
        ...keyOf(head),
        ranges: [[season.first - maxDaysBehind - bridgeMargin, on + bridgeMargin]],
      })),
    ),
  ]);
  const gageSums = new Map(gages.map(({ id }, at) => [id, createSpanSums(flows[at] ?? noRecord)]));
  const endsOf = (chain: readonly { from: string; to: string }[]): readonly ReachEnd[] | undefined => {
    const ends = endsOfChain(chain);
    const found = ends.flatMap(({ id, sign }) => {
      const sums = gageSums.get(id);
      return sums ? [{ sign, sums }] : [];
    });
    return found.length === ends.length ? found : undefined;
  };
  const sidesOf = (sums: SpanSums, through: DayNumber, ends: readonly ReachEnd[] | undefined): Sides => {
    const spans = windowsOf(through, start);
    const [week = null, month = null, whole = null] = boardWindows.map((name): WindowGain | null => {
      const span = spans[name];
      const found = span && windowGainOf(sums, name, span, name === 'season' ? spans.whole : undefined);
      if (!found) return null;
      const { first: begin, last: end, gain, estimated, ...place } = found;
      const error = ends && gageErrorOf(ends, name, found, errorPercent / 100);
      return {
        ...place,
        from: formatDay(begin),
        to: formatDay(end),
        gain: tidyNumber(gain),
        error: tidyOrNull(error),
        estimated,
      };
    });
    const { weeks, usual } = weeksOf(sums, spans.season);
    return { week, month, season: whole, weeks: weeks.map(tidyOrNull), usual_weeks: usual.map(tidyOrNull) };
  };

  const reaches = shown.map((each, at): BoardReach => {
    const { head } = each;
    const record = records[at] ?? noRecord;
    const isReadable = scope.isReadable(head.loc_ndx);
    const place = isReadable ? record.days.findLastIndex((day) => day <= on) : -1;
    const last = record.days[place];
    const through = last !== undefined && last >= on - maxDaysBehind ? last : undefined;
    const { parameter_ndx: _, parameter_name: __, units_name: ___, ...ofReach } = toRecord(head);
    const sum =
      through === undefined
        ? undefined
        : seasonGainOf(before(record, place + 1), start, { choice: reference, approvedOnly })?.sum;
    return {
      ...ofReach,
      is_withheld: !isReadable,
      from_name: places.get(each.from)?.name ?? each.from,
      to_name: places.get(each.to)?.name ?? each.to,
      through: through === undefined ? null : formatDay(through),
      is_provisional: record.approval?.[place] === 'P',
      ...(through === undefined ? noSides : sidesOf(createSpanSums(record), through, endsOf([each]))),
      reference_gain: tidyOrNull(sum?.statistic?.median),
      pace: sum?.pace
        ? {
            days_left: sum.pace.daysLeft,
            cfs: tidyNumber(sum.pace.cfs),
            usual: tidyNumber(sum.pace.usualCfs),
          }
        : null,
    };
  });
  const members = shown.flatMap((each, at) =>
    reaches[at]?.through === formatDay(on) ? [{ ...each, at }] : [],
  );
  const windows = windowsOf(on, start);
  return {
    on: formatDay(on),
    first: first === undefined ? null : formatDay(first),
    newest: formatDay(newest),
    start,
    reference: formatReference(reference),
    error_percent: errorPercent,
    windows: {
      week: spanText(windows.week),
      month: windows.month ? spanText(windows.month) : null,
      season: spanText(windows.season),
    },
    reaches,
    sum:
      members.length < 2
        ? null
        : {
            ...sidesOf(
              createSpanSums(sumRecords(members.map(({ at }) => bridgeGaps(records[at] ?? noRecord)))),
              on,
              endsOf(members),
            ),
            names: members.map(({ head }) => head.loc_name),
            is_provisional: members.some(({ at }) => reaches[at]?.is_provisional),
          },
  };
}

const noRecord: SeriesColumns = { days: [], values: [] };
const noSides: Sides = { week: null, month: null, season: null, weeks: [], usual_weeks: [] };

function keyOf({ loc_ndx, parameter_ndx }: { loc_ndx: number; parameter_ndx: number }) {
  return { loc_ndx, parameter_ndx };
}

function spanText({ first, last }: { first: DayNumber; last: DayNumber }) {
  return { from: formatDay(first), to: formatDay(last) };
}

/** The first values of a record. */
function before({ days, values, approval }: SeriesColumns, count: number): SeriesColumns {
  return {
    days: days.slice(0, count),
    values: values.slice(0, count),
    ...(approval && { approval: approval.slice(0, count) }),
  };
}
