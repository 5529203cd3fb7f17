import type { Feature } from '#contract/feature.ts';

export const agencyForecasts: Feature = {
  name: 'agency-forecasts',
  isOptional: true,
  uses: [],
  calls: { subject: 'Official forecasts' },
  hasServer: true,
};
