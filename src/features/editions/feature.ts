import type { Feature } from '#contract/feature.ts';

export const editions: Feature = {
  name: 'editions',
  isOptional: true,
  uses: ['files', 'records'],
  calls: { subject: 'Public Documents' },
  hasServer: true,
  fills: ['document-sections', 'file-uses', 'record-writes'],
};
