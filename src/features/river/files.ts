import { deliveriesOfRecords, describeDeliverers } from '#domain/deliverer.ts';
import { describeFinding } from '#domain/finding/finding.ts';
import { describeReach } from '#domain/finding/group-text.ts';
import { percentileBar } from '#domain/finding/percentile-bar.ts';
import { pathOfSite, reachGainsPathOfSite } from '#domain/page-paths.ts';
import { formatQuantity } from '#domain/quantity.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import type { Column } from '#lib/table/columns.ts';
import { among, dateColumn, numberColumn, textColumn } from '#lib/table/columns.ts';
import type { River, RiverCourse } from './contract.ts';
import { sectionsOf, shortPlace } from './rules.ts';

type Site = RiverCourse['sites'][number];
type Gain = RiverCourse['reaches'][number]['gain'];

/** A row of the river's table: a record at its place, or the gain of a reach. */
export type RiverRow = {
  readonly river: string;
  readonly kind: 'Gage' | 'Reservoir' | 'Canal' | 'Return' | 'Tributary' | 'Gain, 7-day mean';
  /** Between which neighbors it is; empty for what is on the line itself. */
  readonly between: string;
  readonly record: Site | Gain;
  readonly value: number | null;
  readonly href: string;
  readonly standing: string;
  readonly bar: string | undefined;
};

/** Lists the rivers downstream: every place, what enters and leaves after it, and the gain of a reach after its last gage. */
export function toRiverRows({ rivers, on }: Pick<River, 'rivers' | 'on'>): readonly RiverRow[] {
  const toRow = (river: string, kind: RiverRow['kind'], between: string, site: Site): RiverRow => {
    const { standing, bar } = describeFinding(site, { today: on });
    return {
      river,
      kind,
      between,
      record: site,
      value: site.value,
      href: pathOfSite(site.loc_ndx),
      standing,
      bar: bar && percentileBar(bar, 'row'),
    };
  };
  return rivers.flatMap((river) => {
    const sections = sectionsOf(rivers, river);
    const rowsOf = (section: (typeof sections)[number]) => {
      const ends = [section.from, section.to].flatMap((site) => (site ? [shortPlace(site.loc_name)] : []));
      const between = ends.join(' – ');
      return [
        ...section.tributaries.map(({ site }) => toRow(river.name, 'Tributary', between, site)),
        ...section.canals.map((site) => toRow(river.name, 'Canal', between, site)),
        ...section.returns.map((site) => toRow(river.name, 'Return', between, site)),
      ];
    };
    return [
      ...sections.filter(({ from }) => from === undefined).flatMap(rowsOf),
      ...river.sites.flatMap((site) => [
        toRow(river.name, site.parameter_ndx === parameterNdx.storage ? 'Reservoir' : 'Gage', '', site),
        ...river.reaches
          .filter(({ to }) => to === site.loc_id)
          .map(({ gain }): RiverRow => {
            const { standing, bar } = describeReach(gain, on);
            return {
              river: river.name,
              kind: 'Gain, 7-day mean',
              between: gain.loc_name.replace(' to ', ' – '),
              record: gain,
              value: gain.mean_7,
              href: reachGainsPathOfSite(gain.loc_ndx),
              standing,
              bar: bar && percentileBar(bar, 'row'),
            };
          }),
        ...sections.filter(({ from }) => from === site).flatMap(rowsOf),
      ]),
    ];
  });
}

const approvalNames = { A: 'Approved', P: 'Provisional' } as const;

export const riverColumns: readonly Column<RiverRow>[] = [
  textColumn('site', 'Site', ({ record }) => record.loc_name, {
    link: ({ href, record }) => ({ href, label: `All about ${record.loc_name}` }),
  }),
  textColumn('river', 'River', ({ river }) => river, among),
  textColumn('kind', 'Kind', ({ kind }) => kind, among),
  textColumn('between', 'Between', ({ between }) => between),
  numberColumn('value', 'Value', ({ value }) => value, {
    format: (value, { record }) => `${formatQuantity(value, record.units_name)} ${record.units_name}`,
    absent: ({ record }) => (record.is_withheld ? 'needs an account' : 'no value'),
  }),
  textColumn('unit', 'Unit', ({ record }) => record.units_name, { onlyInCsv: true }),
  dateColumn('date', 'Day', ({ record }) => record.rdate),
  textColumn('standing', 'Standing', ({ standing }) => standing, {
    shown: ({ standing, bar }) => ({ text: standing, picture: bar }),
  }),
  textColumn(
    'approval',
    'Approval',
    ({ record }) => (record.approval ? approvalNames[record.approval] : ''),
    {
      ...among,
      hidden: true,
      alwaysInCsv: true,
    },
  ),
  textColumn('id', 'Site ID', ({ record }) => record.loc_id, { hidden: true, alwaysInCsv: true }),
  textColumn('source', 'Source', ({ record }) => record.delivered_by, { hidden: true, alwaysInCsv: true }),
];

/** Where the values are from. */
export function sourceOfRiver(river: Pick<River, 'rivers' | 'on'>): string {
  return describeDeliverers(
    deliveriesOfRecords(toRiverRows(river).flatMap(({ record }) => (record.rdate === null ? [] : [record]))),
  );
}

/** How to read the columns. */
export const riverRemarks: readonly string[] = [
  'Rivers run downstream, each with what enters and leaves below the place above it. Values are the last ones on or before the day.',
  'Gain of a reach: outflow − inflow + diversions − returns, mean of seven days. Normals are those of 1991 to 2020.',
];
