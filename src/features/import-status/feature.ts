import type { Feature } from '#contract/feature.ts';

export const importStatus: Feature = {
  name: 'import-status',
  isOptional: false,
  uses: [],
  calls: { subject: 'Imports' },
  hasServer: true,
  pages: [
    {
      path: '/data-access/import-status',
      file: 'screen/page.astro',
      label: 'Import Status',
      guard: 'signed-in',
      guide: 'import-status',
      menu: { group: 'Pages/Account', before: '/support', icon: 'status', visibleTo: 'developer' },
    },
  ],
};
