import type { Feature } from '#contract/feature.ts';

export const carryOver: Feature = {
  name: 'carry-over',
  isOptional: true,
  uses: ['outlook'],
  calls: { subject: 'Outlook' },
  hasServer: true,
  fills: ['outlook-after-season'],
};
