import type { Feature } from '#contract/feature.ts';

export const conditions: Feature = {
  name: 'conditions',
  isOptional: true,
  uses: ['public-map'],
  calls: { subject: 'Public map' },
  hasServer: true,
  fills: ['map-conditions'],
};
