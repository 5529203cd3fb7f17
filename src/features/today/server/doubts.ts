import { judgeFreshness, usualInterval } from '#domain/freshness.ts';
import { type DayNumber, formatDay } from '#lib/calendar.ts';
import type { Queryable } from '#server/db/queryable.ts';
import type { RecordHead } from '#server/db/record-heads.ts';
import { readRecords } from '#server/db/records.ts';
import { toRecord } from '#server/findings/named-heads.ts';
import type { BriefDoubt } from '../contract.ts';

/** Days whose flagged values are counted. */
const flaggedDays = 7;

/** Lists the records that are late or have flagged values of the last seven days, each once. */
export async function readDoubts(
  from: Queryable,
  heads: readonly RecordHead[],
  on: DayNumber,
): Promise<BriefDoubt[]> {
  const all = [...new Set(heads)];
  const recent = await readRecords(
    from,
    all.map((head) => ({ ...head, ranges: head.flagged > 0 ? [[on - flaggedDays + 1, on]] : [] })),
    { withFlagged: true },
  );
  return all.flatMap((head, at): BriefDoubt[] => {
    const rdate = head.last === null ? null : formatDay(head.last);
    const { isLate, lag } = judgeFreshness(rdate, usualInterval(head), formatDay(on));
    const is_late = isLate && !(head.first !== null && head.first > on);
    const flagged = recent[at]?.flags.size ?? 0;
    if (!is_late && flagged === 0) return [];
    return [{ ...toRecord(head), rdate, days: lag, is_late, flagged }];
  });
}
