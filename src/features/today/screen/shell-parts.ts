import type { Basin } from '#contract/basin/basin.ts';
import type { BriefParts, RowPart } from '../rules/brief-parts.ts';

const space = '\u00a0';
const loadingBar = { marks: undefined, label: undefined };

/** The boxes of the page before there are values: the names that the basin file has, and bars without marks. */
export function shellOf({ brief, sites }: Pick<Basin, 'brief' | 'sites'>): BriefParts {
  const { storage, snow = [], rivers = [], springs = [], wells = [], reaches = [] } = brief ?? {};
  const siteOf = (id: string) => sites.find((site) => site.id === id);
  const nameOf = (id: string) => siteOf(id)?.name ?? id;
  const row = (name: string, more: Partial<RowPart> = {}): RowPart => ({
    name,
    href: undefined,
    value: space,
    bar: loadingBar,
    class: undefined,
    text: space,
    ...more,
  });
  const figure = (name: string) => ({
    name,
    value: space,
    unit: '',
    bar: loadingBar,
    class: space,
    place: '',
    tone: undefined,
    note: space,
  });
  const capacities = (storage?.sites ?? []).map((id) => siteOf(id)?.capacity_af);
  const largest = Math.max(1, ...capacities.map((each) => each ?? 0));
  return {
    sentence: space,
    figures: [
      ...(storage ? [figure('Storage')] : []),
      ...snow.slice(0, 1).map(({ label }) => figure(`Snow, ${label}`)),
      ...rivers.slice(0, 1).map(({ site }) => figure(nameOf(site))),
    ],
    cups: (storage?.sites ?? []).map((id, at) => ({
      site: undefined,
      name: nameOf(id),
      href: undefined,
      lead: space,
      amount: space,
      age: undefined,
      levels: capacities[at]
        ? { now: undefined, lastYear: undefined, median: undefined, size: capacities[at] / largest }
        : undefined,
      label: undefined,
    })),
    remark: undefined,
    groups: [
      {
        heading: 'Rivers',
        rows: rivers.flatMap(({ site, natural }) => [
          row(nameOf(site)),
          ...(natural === undefined ? [] : [row('natural flow', { isPartOf: true })]),
        ]),
      },
      { heading: 'Reach gains, 7-day mean', rows: reaches.map(({ site }) => row(nameOf(site))) },
      { heading: 'Springs', rows: springs.map(({ site }) => row(nameOf(site))) },
    ].filter(({ rows }) => rows.length > 0),
    wells: wells.map(({ site }) => row(nameOf(site), { bar: undefined })),
    snow: snow.map(({ label }) => row(label, { text: undefined })),
    moved: undefined,
    late: undefined,
  };
}
