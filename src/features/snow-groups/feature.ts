import type { Feature } from '#contract/feature.ts';

export const snowGroups: Feature = {
  name: 'snow-groups',
  isOptional: true,
  uses: ['snotel'],
  calls: { subject: 'Snowpack' },
  hasServer: true,
  fills: ['snotel-parts', 'packet-tiles', 'open-findings', 'search-entries'],
};
