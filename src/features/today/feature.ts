import type { Feature } from '#contract/feature.ts';

export const today: Feature = {
  name: 'today',
  isOptional: true,
  uses: [],
  calls: { subject: 'Brief' },
  hasServer: true,
  pages: [
    {
      path: '/watershed-overview/today',
      file: 'screen/page.astro',
      label: 'Today',
      guard: 'open',
      guide: 'today',
      start: 'Today: the day on one page',
      menu: {
        group: 'Watershed Overview',
        before: '/watershed-overview/map-of-sites',
        icon: 'today',
        visibleTo: 'everyone',
      },
    },
  ],
  fills: ['basin-snow'],
};
