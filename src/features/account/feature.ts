import type { Feature } from '#contract/feature.ts';

export const account: Feature = {
  name: 'account',
  isOptional: false,
  uses: [],
  calls: { subject: 'System' },
  hasServer: true,
  pages: [
    {
      path: '/account/before-you-publish',
      file: 'screen/publication-page.astro',
      label: 'Before You Publish',
      guard: 'signed-in',
      menu: { group: 'Pages/Account', before: '/support', icon: 'status', visibleTo: 'administrator' },
    },
    {
      path: '/account',
      file: 'screen/page.astro',
      label: 'Your Account',
      guard: 'signed-in',
      guide: 'signing-in',
      menu: { group: 'Pages/Account', before: '/support', icon: 'account', visibleTo: 'everyone' },
    },
    {
      path: '/account/profile',
      file: 'screen/profile-page.astro',
      label: 'Profile',
      guard: 'signed-in',
      guide: 'signing-in',
    },
  ],
};
