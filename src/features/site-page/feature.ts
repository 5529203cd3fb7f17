import type { Feature } from '#contract/feature.ts';

export const sitePage: Feature = {
  name: 'site-page',
  isOptional: true,
  uses: [],
  calls: { subject: 'Public map' },
  hasServer: true,
  pages: [
    {
      path: '/sites/site',
      file: 'screen/page.astro',
      label: 'Site',
      guard: 'open',
      guide: 'site-page',
    },
  ],
  fills: ['packet-tiles'],
};
