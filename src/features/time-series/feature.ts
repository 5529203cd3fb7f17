import type { Feature } from '#contract/feature.ts';

export const timeSeries: Feature = {
  name: 'time-series',
  isOptional: false,
  uses: [],
  calls: { subject: 'Time series' },
  hasServer: true,
  pages: [
    {
      path: '/data-analysis-tools/time-series-comparison',
      file: 'screen/page.astro',
      label: 'Time Series Comparisons',
      guard: 'signed-in',
      guide: 'time-series-comparison',
      menu: {
        group: 'Data Analysis Tools',
        before: '/data-analysis-tools/sentinel-well-dashboard',
        icon: 'time-series',
        visibleTo: 'everyone',
      },
    },
  ],
};
