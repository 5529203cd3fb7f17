import type { Feature } from '#contract/feature.ts';

export const fill: Feature = {
  name: 'fill',
  isOptional: true,
  uses: ['carry-over', 'forecast', 'outlook'],
  calls: { subject: 'Outlook' },
  hasServer: true,
  guides: ['what-it-takes-to-fill'],
  fills: ['forecast-tabs', 'search-entries'],
};
