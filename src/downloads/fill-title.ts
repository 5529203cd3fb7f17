import type { Fill } from '#contract/fill.ts';
import { describeSource, type Origin, originOf } from '#domain/demonstration.ts';
import { formatUsDate } from '#lib/calendar.ts';
import { originsOfRecords } from './brief-share.ts';

/** `97 %`, `97.5 %` */
export function describeTarget({ target }: Pick<Fill, 'target'>): string {
  return `${Number((target * 100).toFixed(2))} %`;
}

/** `The seven reservoirs, 97 % by 07/31/2026` */
export function fillTitle(fill: Pick<Fill, 'label' | 'target' | 'by'>): string {
  return `${fill.label}, ${describeTarget(fill)} by ${formatUsDate(fill.by)}`;
}

/** What the numbers rest on. */
export function fillSource({ members, point_label }: Pick<Fill, 'members' | 'point_label'>): string {
  return `Computed by this portal from the storage of ${members.map(({ loc_name, loc_id }) => `${loc_name} (${loc_id})`).join(', ')}, and the outlook at ${point_label}. Values: ${describeSource(originsOfRecords(members))}`;
}

/** How much of what a fill rests on, its outlook included, is synthetic. */
export function fillOrigin({
  members,
  is_demonstration,
}: Pick<Fill, 'members' | 'is_demonstration'>): Origin {
  const origin = originOf(members);
  return is_demonstration && origin === 'none' ? 'some' : origin;
}
