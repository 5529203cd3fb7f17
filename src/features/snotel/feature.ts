import type { Feature } from '#contract/feature.ts';

export const snotel: Feature = {
  name: 'snotel',
  isOptional: false,
  uses: [],
  calls: { subject: 'Snowpack' },
  hasServer: true,
  pages: [
    {
      path: '/data-analysis-tools/snotel-swe-data',
      file: 'screen/page.astro',
      label: 'SNOTEL SWE Data',
      guard: 'signed-in',
      guide: 'snotel-swe-data',
      menu: {
        group: 'Data Analysis Tools',
        before: '/data-analysis-tools/sentinel-well-dashboard',
        icon: 'snow',
        visibleTo: 'everyone',
      },
    },
  ],
};
