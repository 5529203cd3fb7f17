import type { BriefSnow } from '#contract/group-findings.ts';
import type { SeriesOrigin } from '#domain/demonstration.ts';

/** Where the values of groups of snow sites are from. */
export function originsOfSnow(groups: readonly BriefSnow[]): readonly SeriesOrigin[] {
  return groups.flatMap(({ label, delivered_by, is_demonstration: isDemonstration }) =>
    delivered_by.map((provider) => ({ name: label, provider, source: null, isDemonstration })),
  );
}
