import { routeLabel } from '#config/routes.ts';
import { type SearchEntriesOf, searchWeights } from '#config/search-entry.ts';

const parts = [
  { view: 'outlook', name: 'Outlook', ids: ['outlook', 'carry-over'] },
  { view: 'fill', name: 'What it takes to fill', ids: ['fill', 'chance to fill'] },
] as const;

export default (({ outlook }) =>
  (outlook ? parts : []).map(({ view, name, ids }) => ({
    kind: 'Screen',
    name,
    ids,
    href: `/data-analysis-tools/forecast-supply?view=${view}`,
    detail: routeLabel('/data-analysis-tools/forecast-supply'),
    weight: searchWeights.screen,
  }))) satisfies SearchEntriesOf;
