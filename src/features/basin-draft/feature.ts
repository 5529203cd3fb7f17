import type { Feature } from '#contract/feature.ts';

export const basinDraft: Feature = {
  name: 'basin-draft',
  isOptional: true,
  uses: [],
  hasServer: false,
};
