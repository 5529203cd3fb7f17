import type { Feature } from '#contract/feature.ts';

export const reachGains: Feature = {
  name: 'reach-gains',
  isOptional: false,
  uses: [],
  calls: { subject: 'Data links' },
  hasServer: true,
  pages: [
    {
      path: '/data-analysis-tools/reach-gains-comparison',
      file: 'screen/page.astro',
      label: 'Reach Gains Comparisons',
      guard: 'signed-in',
      guide: 'reach-gains-comparison',
      menu: {
        group: 'Data Analysis Tools',
        before: '/data-analysis-tools/sentinel-well-dashboard',
        icon: 'reach-gains',
        visibleTo: 'everyone',
      },
    },
  ],
};
