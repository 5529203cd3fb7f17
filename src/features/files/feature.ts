import type { Feature } from '#contract/feature.ts';

export const files: Feature = {
  name: 'files',
  isOptional: false,
  uses: ['records'],
  calls: { subject: 'Public Documents' },
  hasServer: true,
  pages: [
    {
      path: '/resources/summary-of-datasets',
      file: 'screen/page.astro',
      label: 'Files',
      guard: 'signed-in',
      guide: 'files',
      menu: { group: 'Resources', icon: 'files', visibleTo: 'everyone' },
    },
    {
      path: '/documents/public-docs',
      file: 'screen/public-page.astro',
      label: 'Public Files',
      guard: 'open',
      guide: 'files',
      menu: { group: 'Documents', icon: 'documents', visibleTo: 'everyone' },
    },
    {
      path: '/documents/public-docs/document',
      file: 'screen/document-page.astro',
      label: 'Public Document',
      guard: 'open',
      guide: 'files',
    },
  ],
};
