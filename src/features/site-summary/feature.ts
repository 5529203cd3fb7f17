import type { Feature } from '#contract/feature.ts';

export const siteSummary: Feature = {
  name: 'site-summary',
  isOptional: false,
  uses: [],
  calls: { subject: 'Time series' },
  hasServer: true,
  pages: [
    {
      path: '/watershed-overview/site-summary-table',
      file: 'screen/page.astro',
      label: 'Site Summary Table',
      guard: 'signed-in',
      guide: 'site-summary-table',
      menu: { group: 'Watershed Overview', icon: 'table', visibleTo: 'everyone' },
    },
  ],
};
