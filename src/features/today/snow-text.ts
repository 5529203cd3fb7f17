import type { BriefSnow } from '#contract/brief.ts';
import { minSweForPercent } from '#domain/percent-of.ts';
import { formatUsDate } from '#lib/calendar.ts';
import { countOf } from '#lib/count-text.ts';
import { formatPercent } from '#lib/format-number.ts';
import { listNames } from './record-text.ts';

export const snowPath = '/data-analysis-tools/snotel-swe-data';

/** A line about the snow of a group of sites. */
export type SnowText = {
  readonly name: string;
  /** `92 %`, or why there is no percentage. */
  readonly lead: string;
  /** `of the median for the date`; undefined without a percentage. */
  readonly base: string | undefined;
  /** `78 % of the median peak` */
  readonly ofPeak: string | undefined;
  /** `12 of 12 sites` */
  readonly sites: string;
  /** `without Lewis Lake Divide`; undefined where every site has a value. */
  readonly missing: string | undefined;
  /** `on 03/30/2026` where it is not the newest day. */
  readonly day: string | undefined;
  readonly percent: number | undefined;
  readonly isDemonstration: boolean;
};

/** More names than these make a line that nobody reads. */
const maxNames = 3;

export function describeSnow(snow: BriefSnow, newest: string | null): SnowText {
  const { label, rdate, percent_of_median: percent, percent_of_peak: peak, count, sites, missing } = snow;
  return {
    name: label,
    lead: percent === null ? whyNoPercent(snow) : formatPercent(percent),
    base: percent === null ? undefined : 'of the median for the date',
    ofPeak: peak === null ? undefined : `${formatPercent(peak)} of the median peak`,
    sites: `${count} of ${countOf(sites, 'site')}`,
    missing: missing.length === 0 ? undefined : `without ${nameFirst(missing)}`,
    day: rdate === null || rdate === newest ? undefined : `on ${formatUsDate(rdate)}`,
    percent: percent ?? undefined,
    isDemonstration: snow.is_demonstration,
  };
}

function whyNoPercent({ rdate, count }: BriefSnow): string {
  if (rdate === null) return 'no value of the last 7 days';
  if (count === 0) return 'no site has a median for the date';
  return `less than ${minSweForPercent === 1 ? 'an inch' : `${minSweForPercent} inches`} of median snow: too little for a percentage`;
}

function nameFirst(names: readonly string[]): string {
  if (names.length <= maxNames) return listNames(names);
  return listNames([...names.slice(0, maxNames), countOf(names.length - maxNames, 'more site')]);
}
