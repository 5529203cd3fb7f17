import type { Feature } from '#contract/feature.ts';
import * as contract from './contract.ts';

export const ogc: Feature = {
  name: 'ogc',
  isOptional: true,
  uses: [],
  calls: { subject: 'OGC', modules: [contract], isApart: true },
  hasServer: true,
};
