import type { BriefDoubt, BriefMove } from '#contract/brief.ts';
import { describeQuantity } from '#domain/quantity.ts';
import { pathOfSite } from '#domain/site-path.ts';
import { describeChange } from '#domain/value-change.ts';
import { formatUsDate } from '#lib/calendar.ts';
import { countOf } from '#lib/count-text.ts';
import { formatSignificant } from '#lib/format-number.ts';

/** The days over which changes are compared. */
const span = 7;

/** A line about an unusual change. */
export type MoveText = {
  readonly name: string;
  readonly href: string;
  readonly parameter: string;
  /** `+2,900 cfs in 7 days` */
  readonly change: string;
  /** `usual is −40 cfs` */
  readonly usual: string;
  /** `3.2 times its usual spread` */
  readonly spread: string;
  /** `13,400 cfs now` */
  readonly value: string;
  readonly isDemonstration: boolean;
};

export function describeMove(move: BriefMove): MoveText {
  const { loc_ndx, loc_name, parameter_name, units_name: unit, is_depth: isDepth } = move;
  return {
    name: loc_name,
    href: pathOfSite(loc_ndx),
    parameter: parameter_name,
    change: describeChange(move.change, span, { unit, isDepth }),
    usual: `usual is ${describeSigned(isDepth ? -move.usual : move.usual, unit)}`,
    spread: `${formatSignificant(Math.abs(move.z), 2)} times its usual spread`,
    value: `${describeQuantity(move.value, unit)} now`,
    isDemonstration: move.is_demonstration,
  };
}

/** `−40 cfs`, `+120 cfs`, `no change` */
function describeSigned(change: number, unit: string): string {
  const size = describeQuantity(Math.abs(change), unit);
  if (size === describeQuantity(0, unit)) return 'no change';
  return `${change > 0 ? '+' : '−'}${size}`;
}

/** A line about a record that is late or has flagged values. */
export type DoubtText = {
  readonly name: string;
  readonly href: string;
  readonly parameter: string;
  readonly text: string;
  readonly isLate: boolean;
};

export function describeDoubt(doubt: BriefDoubt): DoubtText {
  const { loc_ndx, loc_name, parameter_name, is_late: isLate } = doubt;
  const parts = [isLate ? describeLate(doubt) : undefined, describeFlagged(doubt.flagged)];
  return {
    name: loc_name,
    href: pathOfSite(loc_ndx),
    parameter: parameter_name,
    text: parts.filter((part) => part !== undefined).join('; '),
    isLate,
  };
}

function describeLate({ rdate, days }: BriefDoubt): string {
  if (rdate === null || days === null) return 'has no value';
  return `last reported on ${formatUsDate(rdate)}, ${countOf(days, 'day')} before`;
}

function describeFlagged(flagged: number): string | undefined {
  if (flagged === 0) return undefined;
  return `${countOf(flagged, 'value')} of the last ${span} days failed a quality rule and ${flagged === 1 ? 'is' : 'are'} in no figure`;
}

/** `14 sites of the map are late.` */
export function describeLateSites(count: number): string {
  if (count === 0) return 'No site of the map is late.';
  return `${countOf(count, 'site')} of the map ${count === 1 ? 'is' : 'are'} late.`;
}
