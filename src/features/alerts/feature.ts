import type { Feature } from '#contract/feature.ts';

export const alerts: Feature = {
  name: 'alerts',
  isOptional: true,
  uses: [],
  calls: { subject: 'Alerts' },
  hasServer: true,
  guides: ['alerts'],
  fills: ['site-actions', 'basket-actions', 'cup-actions', 'profile-sections'],
};
