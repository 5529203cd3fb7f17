import { type SearchEntriesOf, searchWeights, snowGroupKind } from '#config/search-entry.ts';

export default (({ brief }) =>
  (brief?.snow ?? []).map(({ label, sites }) => ({
    kind: snowGroupKind,
    name: label,
    context: 'Snow group of SNOTEL stations, snowpack',
    href: `/data-analysis-tools/snotel-swe-data?${new URLSearchParams({ group: label })}`,
    detail: `Snow at ${sites.length} stations, drawn`,
    weight: searchWeights.waters,
  }))) satisfies SearchEntriesOf;
