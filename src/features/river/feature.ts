import type { Feature } from '#contract/feature.ts';

export const river: Feature = {
  name: 'river',
  isOptional: true,
  uses: [],
  calls: { subject: 'Brief' },
  hasServer: true,
  pages: [
    {
      path: '/watershed-overview/river',
      file: 'screen/page.astro',
      label: 'River',
      guard: 'open',
      guide: 'river',
      menu: {
        group: 'Watershed Overview',
        before: '/watershed-overview/map-of-sites',
        icon: 'river',
        visibleTo: 'everyone',
      },
    },
  ],
};
