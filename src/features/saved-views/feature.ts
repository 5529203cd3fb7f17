import type { Feature } from '#contract/feature.ts';

export const savedViews: Feature = {
  name: 'saved-views',
  isOptional: true,
  uses: ['time-series'],
  calls: { subject: 'Time series' },
  hasServer: true,
  fills: ['time-series-menu'],
};
