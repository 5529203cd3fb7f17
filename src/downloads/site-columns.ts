import { delivererOf } from '#domain/deliverer.ts';
import { demonstrationNote, originLabel } from '#domain/demonstration.ts';
import { describeFailedRule, hasEnoughYears } from '#domain/failed-rule.ts';
import { describeStanding } from '#domain/finding/finding.ts';
import { percentileBar } from '#domain/finding/percentile-bar.ts';
import { describeInterval, type FreshnessState, freshnessOf, usualInterval } from '#domain/freshness.ts';
import { mapPathOfSite, pathOfSite } from '#domain/page-paths.ts';
import { normalPeriod } from '#domain/statistics.ts';
import { siteComparisonUrl } from '#domain/time-series/site-comparison.ts';
import { wellParameters } from '#domain/vocabulary.ts';
import { formatValue } from '#lib/format-number.ts';
import type { CellAction, Column } from '#lib/table/types.ts';
import type { SiteRow } from './site-rows.ts';

/** Creates the columns. `today` decides which records are late or have ended; `actions` are what else a name offers. */
export function siteColumns<Row extends SiteRow>(
  today: string,
  actions: (row: Row) => readonly CellAction[] = () => [],
): readonly Column<Row>[] {
  return [
    {
      id: 'name',
      header: 'Location Name',
      kind: 'text',
      value: (row) => row.loc_name,
      link: (row) => ({ href: pathOfSite(row.loc_ndx), label: `All about ${row.loc_name}` }),
      actions: (row) => [
        {
          icon: 'chart',
          href: siteComparisonUrl(row.loc_ndx, row.parameter_ndx, row),
          label: `Chart of ${row.parameter_name} at ${row.loc_name}`,
        },
        { icon: 'map', href: mapPathOfSite(row.loc_ndx), label: `${row.loc_name} on the map` },
        ...actions(row),
      ],
    },
    {
      id: 'number',
      header: 'Site Number',
      kind: 'text',
      hidden: true,
      alwaysInCsv: true,
      value: (row) => row.loc_id,
    },
    { id: 'type', header: 'Location Type', kind: 'text', filter: 'among', value: (row) => row.loc_type_name },
    {
      id: 'parameter',
      header: 'Parameter',
      kind: 'text',
      filter: 'among',
      value: (row) => row.parameter_name,
    },
    {
      id: 'provider',
      header: 'Data Provider',
      kind: 'text',
      filter: 'among',
      value: (row) => row.data_provider,
      note: (row) => (row.is_demonstration ? demonstrationNote : undefined),
    },
    { id: 'huc8', header: 'HUC8', kind: 'text', filter: 'among', value: (row) => row.huc8_name },
    {
      id: 'huc10',
      header: 'HUC10',
      kind: 'text',
      filter: 'among',
      hidden: true,
      value: (row) => row.huc10_name,
    },
    {
      id: 'district',
      header: 'Groundwater District',
      kind: 'text',
      filter: 'among',
      value: (row) => row.gw_district,
    },
    {
      id: 'start',
      header: 'Starting Period of Record',
      kind: 'date',
      value: (row) => row.por_start,
    },
    {
      id: 'end',
      header: 'Ending Period of Record',
      kind: 'date',
      value: (row) => row.por_end,
      note: (row) => reportingNote(row, today),
      mark: (row) => (row.reporting === 'late' ? 'late' : undefined),
    },
    {
      id: 'latest',
      header: 'Latest',
      kind: 'number',
      value: (row) => row.latest?.value ?? null,
      format: (value, row) => `${formatValue(value)} ${row.units_name}`,
    },
    {
      id: 'units',
      header: 'Units',
      kind: 'text',
      hidden: true,
      alwaysInCsv: true,
      filter: 'among',
      value: (row) => row.units_name,
    },
    {
      id: 'latest-day',
      header: 'Latest Date',
      kind: 'date',
      hidden: true,
      alwaysInCsv: true,
      value: (row) => row.latest?.rdate ?? null,
    },
    {
      id: 'class',
      header: 'Class',
      kind: 'text',
      filter: 'among',
      value: (row) => classed(row, today)?.class ?? null,
      sortKey: (row) => classed(row, today)?.percentile ?? null,
      shown: (row) => shownStanding(row, today),
      note: describeNoClass,
      mark: (row) => standingOfRow(row, today)?.age,
    },
    {
      id: 'percentile',
      header: 'Percentile',
      kind: 'number',
      hidden: true,
      alwaysInCsv: true,
      value: (row) => classed(row, today)?.percentile ?? null,
    },
    {
      id: 'normal-years',
      header: 'Years of the Normal',
      kind: 'number',
      hidden: true,
      alwaysInCsv: true,
      value: (row) => classed(row, today)?.of?.count ?? null,
    },
    {
      id: 'reporting',
      header: 'Reporting',
      kind: 'text',
      filter: 'among',
      hidden: true,
      value: (row) => reportingNames[row.reporting],
    },
    { id: 'days', header: 'Days', kind: 'number', hidden: true, value: (row) => row.num_days },
    { id: 'years', header: 'Years', kind: 'number', value: (row) => row.num_years },
    {
      id: 'values',
      header: 'Values',
      kind: 'text',
      filter: 'among',
      hidden: true,
      alwaysInCsv: true,
      value: (row) => originLabel(row.is_demonstration),
    },
    {
      id: 'source',
      header: 'Source',
      kind: 'text',
      filter: 'among',
      hidden: true,
      alwaysInCsv: true,
      value: ({ data_provider: provider, source }) => delivererOf({ provider, source }),
    },
    { id: 'samples', header: 'Samples', kind: 'number', hidden: true, value: (row) => row.total_samples },
    { id: 'lat', header: 'Latitude', kind: 'number', value: (row) => row.lat_dd, format: formatDegrees },
    { id: 'lon', header: 'Longitude', kind: 'number', value: (row) => row.lon_dd, format: formatDegrees },
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
