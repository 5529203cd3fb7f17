import type { BriefDoubt } from '#contract/brief.ts';
import { judgeFreshness, usualInterval } from '#domain/freshness.ts';
import { type DayNumber, formatDay } from '#lib/calendar.ts';
import { type BriefHead, toRecord } from './heads.ts';

/** Lists the records that are late or have flagged values, each once. */
export function toDoubts(heads: readonly BriefHead[], on: DayNumber): BriefDoubt[] {
  return [...new Set(heads)].flatMap((head): BriefDoubt[] => {
    const rdate = head.last === null ? null : formatDay(head.last);
    const { isLate, lag } = judgeFreshness(rdate, usualInterval(head), formatDay(on));
    const is_late = isLate && !(head.first !== null && head.first > on);
    if (!is_late && head.flagged === 0) return [];
    return [{ ...toRecord(head), rdate, days: lag, is_late, flagged: head.flagged }];
  });
}
