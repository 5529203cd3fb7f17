import type { Feature } from '#contract/feature.ts';

export const reachBoard: Feature = {
  name: 'reach-board',
  isOptional: true,
  uses: [],
  calls: { subject: 'Water year' },
  hasServer: true,
  fills: ['reach-gains-parts', 'packet-tiles'],
};
