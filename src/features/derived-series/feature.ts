import type { Feature } from '#contract/feature.ts';

export const derivedSeries: Feature = {
  name: 'derived-series',
  isOptional: true,
  uses: ['time-series'],
  hasServer: false,
  fills: ['time-series-more', 'daily-file-series'],
};
