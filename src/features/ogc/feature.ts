import type { Feature } from '#contract/feature.ts';

export const ogc: Feature = {
  name: 'ogc',
  isOptional: true,
  uses: ['time-series'],
  calls: { subject: 'OGC', isApart: true },
  hasServer: true,
  guides: ['ogc-api'],
};
