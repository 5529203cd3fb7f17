import type { BriefReach } from '#contract/group-findings.ts';
import { deliveriesOfRecords, describeDeliverers } from '#domain/deliverer.ts';
import type { Brief } from '../contract.ts';

/** What all records of a brief have, with their last value on or before its day. */
type BriefRecord = Pick<BriefReach, 'rdate' | 'value' | 'approval' | 'delivered_by'>;

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
  return describeDeliverers([
    ...deliveriesOfRecords([...recordsOf(brief), ...brief.moved]),
    ...deliveriesOfRecords(brief.snow),
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
