import type { Feature } from '#contract/feature.ts';
import * as contract from './contract.ts';

export const agencyForecasts: Feature = {
  name: 'agency-forecasts',
  isOptional: true,
  uses: [],
  calls: { subject: 'Official forecasts', modules: [contract] },
  hasServer: true,
};
