import type { Feature } from '#contract/feature.ts';

const page = { file: 'screen/page.astro', label: 'Content', guard: 'signed-in' } as const;

export const records: Feature = {
  name: 'records',
  isOptional: false,
  uses: [],
  hasServer: true,
  pages: [
    {
      ...page,
      path: '/models',
      guide: 'content-records',
      menu: { group: 'Pages/Account', before: '/support', icon: 'records', visibleTo: 'administrator' },
    },
    { ...page, path: '/models/[model]/[...rest]', isUnlisted: true },
  ],
};
