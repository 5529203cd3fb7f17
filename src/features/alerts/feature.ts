import type { Feature } from '#contract/feature.ts';

export const alerts: Feature = {
  name: 'alerts',
  isOptional: true,
  uses: ['today'],
  calls: { subject: 'Alerts' },
  hasServer: true,
  pages: [
    {
      path: '/account/alerts',
      file: 'screen/page.astro',
      label: 'Alerts and Mail',
      guard: 'signed-in',
      guide: 'alerts',
      menu: {
        group: 'Pages/Account',
        before: '/account/before-you-publish',
        icon: 'status',
        visibleTo: 'administrator',
      },
    },
  ],
  fills: ['site-actions', 'basket-actions', 'cup-actions', 'profile-sections'],
};
