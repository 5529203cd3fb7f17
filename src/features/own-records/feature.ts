import type { Feature } from '#contract/feature.ts';

export const ownRecords: Feature = {
  name: 'own-records',
  isOptional: true,
  uses: [],
  calls: { subject: 'Own records' },
  hasServer: true,
  fills: ['file-uses', 'import-sources'],
};
