import type { BriefReach } from '#contract/group-findings.ts';
import { describeSource, originOf, originsOfRecords } from '#domain/demonstration.ts';
import { originsOfSnow } from '#downloads/snow-origins.ts';
import type { Brief } from '../contract.ts';

/** What all records of a brief have, with their last value on or before its day. */
type BriefRecord = Pick<
  BriefReach,
  'loc_name' | 'rdate' | 'value' | 'approval' | 'is_demonstration' | 'delivered_by'
>;

/** The records of a brief that have one last value each. */
function recordsOf({ storage, rivers, springs, wells, reaches }: Brief): readonly BriefRecord[] {
  return [
    ...(storage?.members ?? []),
    ...rivers.flatMap(({ actual, natural }) => (natural ? [actual, natural] : [actual])),
    ...springs,
    ...wells,
    ...reaches,
  ];
}

/** The source of all values of a brief. */
export function sourceOfBrief(brief: Brief): string {
  return describeSource([
    ...originsOfRecords([...recordsOf(brief), ...brief.moved]),
    ...originsOfSnow(brief.snow),
  ]);
}

/** The share of the values of a brief that may be revised, from 0 to 1; 0 without values. */
export function provisionalShare(brief: Brief): number {
  const values = recordsOf(brief).filter(({ approval }) => approval !== null);
  const ofSnow = brief.snow.map(({ count, provisional }) => count * (provisional ?? 0));
  const provisional = values.filter(({ approval }) => approval === 'P').length;
  const count = values.length + brief.snow.reduce((sum, each) => sum + each.count, 0);
  return count === 0 ? 0 : (provisional + ofSnow.reduce((sum, each) => sum + each, 0)) / count;
}

/** Whether only some of the records are synthetic, so that each of them has to be marked. */
export function isPartlyDemonstration(brief: Brief): boolean {
  return originOf(recordsOf(brief)) === 'some';
}
