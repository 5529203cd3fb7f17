import type { Brief } from '#contract/brief.ts';
import { describeShare } from '#domain/brief/total-text.ts';
import { demonstrationNote } from '#domain/demonstration.ts';
import { provisionalShare, recordsOf } from '#downloads/brief-share.ts';
import { addDays, clockInBasin, dayNumber, formatUsDate, todayInBasin } from '#lib/calendar.ts';

/** The heading of the page, and the lines beneath it. */
export type HeadText = {
  /** `Today`, or `Brief of May 14, 2021` */
  readonly title: string;
  /** `Friday, May 14, 2021` */
  readonly date: string;
  /** `values through yesterday`, `83 % of the values provisional` */
  readonly notes: readonly string[];
  /** Undefined where every value is a measurement. */
  readonly demonstration: string | undefined;
};

const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
const fullDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' });
const formatWith = (format: Intl.DateTimeFormat, day: string) => format.format(dayNumber(day) * 86_400_000);

/** The name of a day's brief: `Today`, `Brief of May 14, 2021`. */
export function nameBrief(on: string, today: string): string {
  return on === today ? 'Today' : `Brief of ${formatWith(longDate, on)}`;
}

export function describeHead(brief: Brief, today: string): HeadText {
  const { on, newest } = brief;
  const share = provisionalShare(brief);
  const records = recordsOf(brief);
  const synthetic = records.filter((each) => each.is_demonstration).length;
  const isWhole = synthetic === records.length;
  return {
    title: nameBrief(on, today),
    date: formatWith(fullDate, on),
    notes: [describeNewest(newest, on), describeShare(share)].filter((note) => note !== undefined),
    demonstration:
      !brief.is_demonstration && synthetic === 0
        ? undefined
        : isWhole || synthetic === 0
          ? demonstrationNote
          : `Some values are synthetic demonstration values, not measurements; their lines are marked.`,
  };
}

/** Whether only some of the records are synthetic, so that each of them has to be marked. */
export function isPartlyDemonstration(brief: Brief): boolean {
  const records = recordsOf(brief);
  const synthetic = records.filter((each) => each.is_demonstration).length;
  return synthetic > 0 && synthetic < records.length;
}

function describeNewest(newest: string | null, on: string): string {
  if (newest === null) return 'no values yet';
  if (newest === on) return 'values through this day';
  if (newest === addDays(on, -1)) return 'values through the day before';
  return `values through ${formatUsDate(newest)}`;
}

/** The time of day in the basin, with the day where it is not today's: `7:02 a.m.`, `11/22/2026, 7:02 a.m.` */
export function describeTime(instant: number, now: Date): string {
  const clock = clockInBasin(new Date(instant));
  const hour = Number(clock.slice(11, 13));
  const time = `${hour % 12 || 12}:${clock.slice(14, 16)} ${hour < 12 ? 'a.m.' : 'p.m.'}`;
  const day = clock.slice(0, 10);
  return day === todayInBasin(now) ? time : `${formatUsDate(day)}, ${time}`;
}
