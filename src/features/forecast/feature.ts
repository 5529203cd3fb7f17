import type { Feature } from '#contract/feature.ts';

export const forecast: Feature = {
  name: 'forecast',
  isOptional: false,
  uses: [],
  hasServer: false,
  pages: [
    {
      path: '/data-analysis-tools/forecast-supply',
      file: 'screen/page.astro',
      label: 'Forecast Supply',
      guard: 'signed-in',
      guide: 'forecast-supply',
      menu: {
        group: 'Data Analysis Tools',
        before: '/data-analysis-tools/sentinel-well-dashboard',
        icon: 'supply',
        visibleTo: 'everyone',
      },
    },
    {
      path: '/data-analysis-tools/tributary-forecast',
      file: 'screen/tributary-page.astro',
      label: 'Tributary Forecast (Coming Soon)',
      guard: 'signed-in',
      guide: 'tributary-forecast',
      menu: {
        group: 'Data Analysis Tools',
        before: '/data-analysis-tools/sentinel-well-dashboard',
        icon: 'tributary',
        visibleTo: 'everyone',
      },
    },
  ],
};
