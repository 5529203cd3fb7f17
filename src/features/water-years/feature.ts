import type { Feature } from '#contract/feature.ts';

export const waterYears: Feature = {
  name: 'water-years',
  isOptional: false,
  uses: [],
  calls: { subject: 'Data links' },
  hasServer: true,
  pages: [
    {
      path: '/data-analysis-tools/water-year-comparison',
      file: 'screen/page.astro',
      label: 'Water Year Comparisons',
      guard: 'signed-in',
      guide: 'water-year-comparison',
      menu: {
        group: 'Data Analysis Tools',
        before: '/data-analysis-tools/sentinel-well-dashboard',
        icon: 'water-year',
        visibleTo: 'everyone',
      },
    },
  ],
};
