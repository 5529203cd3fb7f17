import { routeLabel } from '#config/routes.ts';
import { type SearchEntriesOf, searchWeights } from '#config/search-entry.ts';

export default (({ outlook }) =>
  outlook
    ? [
        {
          kind: 'Screen',
          name: 'What it takes to fill',
          ids: ['fill', 'chance to fill'],
          href: '/data-analysis-tools/forecast-supply?view=fill',
          detail: routeLabel('/data-analysis-tools/forecast-supply'),
          weight: searchWeights.screen,
        },
      ]
    : []) satisfies SearchEntriesOf;
