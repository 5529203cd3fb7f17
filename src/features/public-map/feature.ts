import type { Feature } from '#contract/feature.ts';

const page = {
  file: 'screen/page.astro',
  label: 'Map of Sites',
  guard: 'open',
  guide: 'public-map',
} as const;

export const publicMap: Feature = {
  name: 'public-map',
  isOptional: false,
  uses: [],
  hasServer: true,
  pages: [
    {
      ...page,
      path: '/watershed-overview/map-of-sites',
      menu: { group: 'Watershed Overview', icon: 'map', visibleTo: 'everyone' },
    },
    { ...page, path: '/map' },
  ],
};
