import type { Feature } from '#contract/feature.ts';

export const featureTemplate: Feature = {
  name: 'feature-template',
  isOptional: true,
  uses: [],
  calls: { subject: 'Feature Template' },
  hasServer: true,
  pages: [
    {
      path: '/data-analysis-tools/feature-template',
      file: 'screen/page.astro',
      label: 'Feature Template',
      guard: 'signed-in',
      menu: { group: 'Data Analysis Tools', icon: 'table', visibleTo: 'everyone' },
    },
  ],
};
