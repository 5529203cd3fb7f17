import type { Feature } from '#contract/feature.ts';

export const search: Feature = {
  name: 'search',
  isOptional: true,
  uses: ['public-map'],
  hasServer: false,
  files: [{ path: '/search.json', file: 'screen/index-page.ts' }],
  fills: ['bar-button', 'every-page', 'map-search-engine', 'map-search-index', 'page-end'],
};
