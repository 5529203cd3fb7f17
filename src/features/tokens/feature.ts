import type { Feature } from '#contract/feature.ts';

export const tokens: Feature = {
  name: 'tokens',
  isOptional: true,
  uses: ['account'],
  calls: { subject: 'Access tokens' },
  hasServer: true,
  fills: ['profile-sections'],
};
