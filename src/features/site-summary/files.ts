import { delivererOf } from '#domain/deliverer.ts';
import { describeFailedRule, hasEnoughYears } from '#domain/failed-rule.ts';
import { describeStanding } from '#domain/finding/finding.ts';
import { percentileBar } from '#domain/finding/percentile-bar.ts';
import { describeInterval, type FreshnessState, freshnessOf, usualInterval } from '#domain/freshness.ts';
import { mapPathOfSite, pathOfSite } from '#domain/page-paths.ts';
import { normalPeriod } from '#domain/statistics/statistics.ts';
import { siteComparisonUrl } from '#domain/time-series/site-comparison.ts';
import { wellParameters } from '#domain/vocabulary.ts';
import { formatValue } from '#lib/format-number.ts';
import {
  actionsColumn,
  among,
  type CellAction,
  type Column,
  dateColumn,
  inCsv,
  numberColumn,
  textColumn,
} from '#lib/table/columns.ts';
import type { LatestValue, SiteSummary } from './contract.ts';

/** Creates the columns. `today` decides which records are late or have ended; `actions` are what else a row offers. */
export function siteColumns<Row extends SiteRow>(
  today: string,
  actions: (row: Row) => readonly CellAction[] = () => [],
): readonly Column<Row>[] {
  return [
    textColumn('name', 'Location Name', (row) => row.loc_name, {
      link: (row) => ({ href: pathOfSite(row.loc_ndx), label: `All about ${row.loc_name}` }),
    }),
    actionsColumn('actions', 'Actions', (row) => [
      {
        icon: 'chart',
        href: siteComparisonUrl(row.loc_ndx, row.parameter_ndx, row),
        label: `Chart of ${row.parameter_name} at ${row.loc_name}`,
      },
      { icon: 'map', href: mapPathOfSite(row.loc_ndx), label: `${row.loc_name} on the map` },
      ...actions(row),
    ]),
    textColumn('number', 'Site Number', (row) => row.loc_id, inCsv),
    textColumn('type', 'Location Type', (row) => row.loc_type_name, among),
    textColumn('parameter', 'Parameter', (row) => row.parameter_name, among),
    textColumn('provider', 'Data Provider', (row) => row.data_provider, among),
    textColumn('huc8', 'HUC8', (row) => row.huc8_name, among),
    textColumn('huc10', 'HUC10', (row) => row.huc10_name, { ...among, hidden: true }),
    textColumn('district', 'Groundwater District', (row) => row.gw_district, among),
    dateColumn('start', 'Starting Period of Record', (row) => row.por_start),
    dateColumn('end', 'Ending Period of Record', (row) => row.por_end, {
      note: (row) => reportingNote(row, today),
      mark: (row) => (row.reporting === 'late' ? 'late' : undefined),
    }),
    numberColumn('latest', 'Latest', (row) => row.latest?.value ?? null, {
      format: (value, row) => `${formatValue(value)} ${row.units_name}`,
    }),
    textColumn('units', 'Units', (row) => row.units_name, { ...inCsv, ...among }),
    dateColumn('latest-day', 'Latest Date', (row) => row.latest?.rdate ?? null, inCsv),
    textColumn('class', 'Class', (row) => classed(row, today)?.class ?? null, {
      ...among,
      sortKey: (row) => classed(row, today)?.percentile ?? null,
      shown: (row) => shownStanding(row, today),
      note: (row) => describeNoClass(row),
      mark: (row) => standingOfRow(row, today)?.age,
    }),
    numberColumn('percentile', 'Percentile', (row) => classed(row, today)?.percentile ?? null, inCsv),
    numberColumn(
      'normal-years',
      'Years of the Normal',
      (row) => classed(row, today)?.of?.count ?? null,
      inCsv,
    ),
    textColumn('reporting', 'Reporting', (row) => reportingNames[row.reporting], { ...among, hidden: true }),
    numberColumn('days', 'Days', (row) => row.num_days, { hidden: true }),
    numberColumn('years', 'Years', (row) => row.num_years),
    textColumn(
      'source',
      'Source',
      ({ data_provider: provider, source }) => delivererOf({ provider, source }),
      { ...inCsv, ...among },
    ),
    numberColumn('samples', 'Samples', (row) => row.total_samples, { hidden: true }),
    numberColumn('lat', 'Latitude', (row) => row.lat_dd, { format: formatDegrees }),
    numberColumn('lon', 'Longitude', (row) => row.lon_dd, { format: formatDegrees }),
    {
      id: 'link',
      header: 'External Data Link',
      kind: 'link',
      value: (row) => row.loc_url,
      link: (row) => ({ href: row.loc_url ?? '', label: `Link to ${row.loc_name} at ${row.data_provider}` }),
    },
  ];
}

function standingOfRow(row: SiteRow, today: string) {
  const { latest } = row;
  return latest && describeStanding({ ...latest, interval_days: usualInterval(row) }, today);
}

/** The latest value, unless its record has ended: such a value stands nowhere. */
function classed(row: SiteRow, today: string): SiteRow['latest'] {
  return standingOfRow(row, today)?.freshness.state === 'ended' ? undefined : row.latest;
}

function shownStanding(row: SiteRow, today: string) {
  const found = standingOfRow(row, today);
  return found && { text: found.standing, picture: found.bar && percentileBar(found.bar, 'tight') };
}

export const reportingNames: Readonly<Record<FreshnessState, string>> = {
  none: 'No value yet',
  current: 'Current',
  late: 'Late',
  ended: 'Ended',
};

/** Explains a record that has ended or is late. */
function reportingNote(row: SiteRow, today: string): string | undefined {
  const { state, lag, interval } = freshnessOf(row, today);
  if (state === 'ended') return 'No value since then: this record has ended';
  if (state !== 'late') return undefined;
  return `Late: no value for ${lag} days; it usually has one ${describeInterval(interval)}`;
}

function formatDegrees(value: number): string {
  return value.toFixed(4);
}

/** Says why the latest value of a record has no class. Undefined where it has one, or no value. */
function describeNoClass({
  latest,
  parameter_ndx,
}: Pick<SiteRow, 'latest' | 'parameter_ndx'>): string | undefined {
  if (!latest || latest.class !== null) return undefined;
  const { normal_years, later_normal_years } = latest;
  if (normal_years === null || later_normal_years === null) {
    return 'No class yet: the statistics of this record are being computed.';
  }
  const years = { normal_years, later_normal_years, parameter_ndx };
  const reason = 'No class, because it compares with statistics:';
  if (!hasEnoughYears(years)) return `${reason} ${describeFailedRule(years)}`;
  const [unit, at] = wellParameters.has(parameter_ndx) ? ['month', 'in'] : ['day', 'on'];
  return `${reason} of the ${normal_years} years from ${normalPeriod.from} to ${normalPeriod.to} in which this record has values, too few have one ${at} the same ${unit} as the latest.`;
}

/** A record with its latest value, which is undefined where it has none or could not be loaded. */
export type SiteRow = SiteSummary & {
  readonly latest: LatestValue | undefined;
  readonly reporting: FreshnessState;
};

/** Joins records with their latest values. `today` decides which records are late. */
export function toSiteRows(
  sites: readonly SiteSummary[],
  latest: readonly LatestValue[],
  today: string,
): readonly SiteRow[] {
  const keyOf = ({ loc_ndx, parameter_ndx }: LatestValue | SiteSummary) => `${loc_ndx} ${parameter_ndx}`;
  const latestOf = new Map(latest.map((each) => [keyOf(each), each]));
  return sites.map((site) => ({
    ...site,
    latest: latestOf.get(keyOf(site)),
    reporting: freshnessOf(site, today).state,
  }));
}
