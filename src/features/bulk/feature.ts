import type { Feature } from '#contract/feature.ts';

export const bulk: Feature = {
  name: 'bulk',
  isOptional: true,
  uses: [],
  calls: { subject: 'Bulk data' },
  hasServer: true,
};
