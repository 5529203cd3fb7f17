import type { Feature } from '#contract/feature.ts';

export const productionEntry: Feature = {
  name: 'production-entry',
  isOptional: true,
  uses: ['records'],
  calls: { subject: 'Well Production' },
  hasServer: true,
  pages: [
    {
      path: '/data-access/well-production-data-entry',
      file: 'screen/page.astro',
      label: 'Well Production Data Entry',
      guard: 'signed-in',
      guide: 'well-production',
      menu: {
        group: 'Pages/Account',
        before: '/data-access/import-status',
        icon: 'entry',
        visibleTo: 'administrator',
      },
    },
  ],
};
