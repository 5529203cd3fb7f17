import type { Feature } from '#contract/feature.ts';

export const imports: Feature = {
  name: 'imports',
  isOptional: true,
  uses: ['import-status'],
  calls: { subject: 'Imports' },
  hasServer: true,
  guides: ['imports'],
  fills: ['import-sections'],
};
