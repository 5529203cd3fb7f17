import type { Feature } from '#contract/feature.ts';

export const basket: Feature = {
  name: 'basket',
  isOptional: true,
  uses: ['time-series'],
  calls: { subject: 'Basket' },
  hasServer: true,
  fills: [
    'page-head',
    'packet-sites',
    'site-actions',
    'site-row-actions',
    'time-series-axis',
    'today-sections',
  ],
};
