import type { Feature } from '#contract/feature.ts';

export const people: Feature = {
  name: 'people',
  isOptional: true,
  uses: ['account'],
  calls: { subject: 'People' },
  hasServer: true,
  pages: [
    {
      path: '/account/people',
      file: 'screen/page.astro',
      label: 'People',
      guard: 'signed-in',
      guide: 'people',
      menu: {
        group: 'Pages/Account',
        before: '/account/before-you-publish',
        icon: 'people',
        visibleTo: 'administrator',
      },
    },
  ],
};
