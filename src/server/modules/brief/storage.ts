import type { BriefRequest } from '#contract/basin-brief-request.ts';
import type { BriefReservoir, BriefStorage } from '#contract/brief.ts';
import type { DayValues } from '#domain/brief/day-values.ts';
import { sameDateLastYear } from '#domain/brief/same-date.ts';
import {
  latestTotal,
  type Total,
  totalChange,
  totalDays,
  totalStanding,
  totalStandingDays,
} from '#domain/brief/total.ts';
import { type DayNumber, dayParts, formatDay } from '#lib/calendar.ts';
import type { DayRange } from '../../db/daily-columns.ts';
import { toRange } from '../../db/day-ranges.ts';
import { type BriefHead, type HeadOf, tidy, toLatest, toRecord } from './heads.ts';
import { newestOf } from './overview.ts';
import type { RecordReader } from './record-reader.ts';

/** The days over which the change of the total is given. */
const changeSpans = [1, 7, 30] as const;
const maxSpan = Math.max(...changeSpans);

/** The days of a member that its own figures and the last total need. */
export function rangesOfMember({ last }: BriefHead, on: DayNumber): DayRange[] {
  const lastYear = last === null ? [] : [toRange(sameDateLastYear(last))];
  return [...lastYear, [on - totalDays - maxSpan, on]];
}

/**
 * Describes the storage. `reader` has the ranges of `rangesOfMember`; the other years of the total are read here, because
 * its day is known only now.
 */
export async function readStorage(
  { label, parameter_name, units_name, members }: NonNullable<BriefRequest['storage']>,
  headOf: HeadOf,
  reader: RecordReader,
  on: DayNumber,
): Promise<BriefStorage> {
  const known = members.map((member) => ({ member, head: headOf(member) }));
  const heads = known.flatMap(({ head }) => head ?? []);
  const newest = newestOf(heads);
  const capacities = members.map(({ capacity }) => capacity);
  const isComplete = heads.length === members.length;
  return {
    label,
    parameter_name,
    units_name,
    capacity: capacities.includes(undefined)
      ? null
      : capacities.reduce<number>((sum, each) => sum + (each ?? 0), 0),
    newest: newest === undefined ? null : formatDay(newest),
    total: isComplete ? await readTotal(heads, reader, on) : null,
    missing: known
      .filter(({ head }) => newest === undefined || head?.last !== newest)
      .map(({ member, head }) => head?.loc_name ?? member.name),
    members: known.flatMap(({ member, head }): BriefReservoir[] => {
      if (!head) return [];
      const lastYear =
        head.last === null ? undefined : reader.of(head).values.get(sameDateLastYear(head.last));
      return [
        {
          ...toRecord(head),
          ...toLatest(head),
          capacity: member.capacity ?? null,
          last_year: tidy(lastYear),
          median: tidy(head.median),
        },
      ];
    }),
  };
}

async function readTotal(
  heads: readonly BriefHead[],
  reader: RecordReader,
  on: DayNumber,
): Promise<BriefStorage['total']> {
  const total = latestTotal(
    heads.map((head) => reader.of(head)),
    on,
  );
  if (!total) return null;
  // A sum of all members begins with the last of them.
  const firstYear = Math.max(...heads.map(({ first }) => dayParts(first ?? on).year));
  const days = totalStandingDays(total.day, firstYear);
  await reader.read(heads.map((head) => ({ head, ranges: days.map(toRange) })));
  return toTotal(
    total,
    heads.map((head) => reader.of(head)),
    firstYear,
  );
}

function toTotal(
  { day, value, provisional }: Total,
  members: readonly DayValues[],
  firstYear: number,
): BriefStorage['total'] {
  const standing = totalStanding(members, day, firstYear);
  if (!standing) return null;
  return {
    rdate: formatDay(day),
    value: tidy(value) ?? 0,
    changes: changeSpans.map((days) => ({ days, change: tidy(totalChange(members, day, days)) })),
    last_year: tidy(standing.lastYear),
    median: tidy(standing.median),
    median_years: standing.medianYears,
    rank: standing.rank,
    low_rank: standing.lowRank,
    years: standing.years,
    provisional: tidy(provisional) ?? 0,
  };
}
