import type { Feature } from '#contract/feature.ts';

export const ownRecords: Feature = {
  name: 'own-records',
  isOptional: true,
  uses: ['account', 'import-status', 'records'],
  calls: { subject: 'Own records' },
  hasServer: true,
  pages: [
    {
      path: '/account/own-records',
      file: 'screen/page.astro',
      label: 'Own Records',
      guard: 'signed-in',
      guide: 'own-records',
      menu: {
        group: 'Pages/Account',
        before: '/data-access/import-status',
        icon: 'entry',
        visibleTo: 'administrator',
      },
    },
  ],
  fills: ['import-sections', 'site-actions', 'site-sections', 'file-uses', 'import-sources'],
};
