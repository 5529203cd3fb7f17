import type { Feature } from '#contract/feature.ts';

export const outlook: Feature = {
  name: 'outlook',
  isOptional: true,
  uses: ['forecast'],
  calls: { subject: 'Outlook' },
  hasServer: true,
  guides: ['supply-outlook'],
  fills: ['forecast-tabs', 'packet-tiles', 'search-entries'],
};
