import { routeLabel } from '#config/routes.ts';
import { type SearchEntriesOf, searchWeights } from '#config/search-entry.ts';

export default (({ outlook }) =>
  outlook
    ? [
        {
          kind: 'Screen',
          name: 'Outlook',
          ids: ['outlook', 'carry-over'],
          href: '/data-analysis-tools/forecast-supply?view=outlook',
          detail: routeLabel('/data-analysis-tools/forecast-supply'),
          weight: searchWeights.screen,
        },
      ]
    : []) satisfies SearchEntriesOf;
