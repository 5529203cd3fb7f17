import type { BriefRequest } from '#contract/basin/basin-requests.ts';
import type { FindingAnswer } from '#contract/finding.ts';
import type { BriefStorage } from '#contract/group-findings.ts';
import { latestTotal, type SumStanding, type Total, totalChange, totalDays } from '#domain/finding/total.ts';
import { type DayNumber, formatDay } from '#lib/calendar.ts';
import { tidyOrNull } from '#lib/format-number.ts';
import type { RecordHead } from '../db/record-heads.ts';
import type { DayRange } from '../db/records.ts';
import { newestOf } from './latest-days.ts';
import type { HeadOf } from './named-heads.ts';
import type { RecordReader } from './record-reader.ts';

/** The days over which the change of the total is given. */
const changeSpans = [1, 7, 30] as const;
const maxSpan = Math.max(...changeSpans);

/** The days of a member that the last total and its changes need. */
export function rangesOfMember(on: DayNumber): DayRange {
  return [on - totalDays - maxSpan, on];
}

type Storage = NonNullable<BriefRequest['storage']>;

/** The last total, with the members that it sums. Undefined without one. `reader` has the ranges of `rangesOfMember`. */
export function findTotal(
  { members }: Storage,
  headOf: HeadOf,
  reader: RecordReader,
  on: DayNumber,
): (Total & { readonly heads: readonly RecordHead[] }) | undefined {
  const heads = members.flatMap((member) => headOf(member) ?? []);
  if (heads.length < members.length) return undefined;
  const total = latestTotal(
    heads.map((head) => reader.of(head)),
    on,
  );
  return total && { ...total, heads };
}

type FoundStorage = {
  /** The reader may not see the values of all members. */
  readonly isWithheld: boolean;
  readonly headOf: HeadOf;
  readonly reader: RecordReader;
  readonly findings: readonly FindingAnswer[];
  readonly total: ReturnType<typeof findTotal>;
  readonly standing: SumStanding | undefined;
};

/** Describes the storage. */
export function toStorage(
  { label, parameter_name, units_name, members }: Storage,
  { headOf, reader, findings, isWithheld, total, standing }: FoundStorage,
): BriefStorage {
  const known = members.map((member) => ({ member, head: headOf(member) }));
  const newest = newestOf(known.flatMap(({ head }) => head ?? []));
  const capacities = members.map(({ capacity }) => capacity);
  const parts = total?.heads.map((head) => reader.of(head)) ?? [];
  return {
    label,
    is_withheld: isWithheld,
    parameter_name,
    units_name,
    capacity: capacities.includes(undefined)
      ? null
      : capacities.reduce<number>((sum, each) => sum + (each ?? 0), 0),
    newest: newest === undefined ? null : formatDay(newest),
    total:
      total && standing
        ? {
            ...standing,
            rdate: formatDay(total.day),
            value: tidyOrNull(total.value) ?? 0,
            changes: changeSpans.map((days) => ({
              days,
              change: tidyOrNull(totalChange(parts, total.day, days)),
            })),
            provisional: tidyOrNull(total.provisional) ?? 0,
          }
        : null,
    missing: known
      .filter(({ head }) => newest === undefined || head?.last !== newest)
      .map(({ member, head }) => head?.loc_name ?? member.name),
    members: members.flatMap(({ id, capacity = null }) => {
      const finding = findings.find(({ loc_id }) => loc_id === id);
      return finding ? [{ ...finding, capacity }] : [];
    }),
  };
}
