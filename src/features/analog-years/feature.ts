import type { Feature } from '#contract/feature.ts';

export const analogYears: Feature = {
  name: 'analog-years',
  isOptional: true,
  uses: [],
  calls: { subject: 'Water year' },
  hasServer: true,
  fills: ['chart-years', 'day-links'],
};
