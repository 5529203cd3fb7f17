import type { Feature } from '#contract/feature.ts';

export const sentinel: Feature = {
  name: 'sentinel',
  isOptional: false,
  uses: [],
  hasServer: false,
  pages: [
    {
      path: '/data-analysis-tools/sentinel-well-dashboard',
      file: 'screen/page.astro',
      label: 'Sentinel Well Dashboard',
      guard: 'signed-in',
      guide: 'sentinel-well-dashboard',
      menu: { group: 'Data Analysis Tools', icon: 'well', visibleTo: 'everyone' },
    },
  ],
};
