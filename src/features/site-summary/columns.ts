import type { SiteSummary } from '#contract/time-series.ts';
import { demonstrationNote, originLabel } from '#domain/demonstration.ts';
import { describeInterval, freshnessOf } from '#domain/freshness.ts';
import { mapPathOfSite } from '#domain/map-path.ts';
import { siteComparisonUrl } from '#domain/time-series/address.ts';
import type { Column } from '#kits/table/index.ts';

/** Creates the columns. `today` decides which records are late or have ended. */
export function createColumns(today: string): readonly Column<SiteSummary>[] {
  return [
    {
      id: 'name',
      header: 'Location Name',
      kind: 'text',
      value: (row) => row.loc_name,
      link: (row) => ({ href: mapPathOfSite(row.loc_ndx), label: `${row.loc_name} on the map` }),
      actions: (row) => [
        {
          icon: 'chart',
          href: siteComparisonUrl(row.loc_ndx, row.parameter_ndx),
          label: `Compare ${row.parameter_name} at ${row.loc_name}`,
        },
      ],
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
      mark: (row) => (freshnessOf(row, today).state === 'late' ? 'late' : undefined),
    },
    { id: 'days', header: 'Days', kind: 'number', hidden: true, value: (row) => row.num_days },
    { id: 'years', header: 'Years', kind: 'number', value: (row) => row.num_years },
    {
      id: 'values',
      header: 'Values',
      kind: 'text',
      filter: 'among',
      hidden: true,
      value: (row) => originLabel(row.is_demonstration),
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

/** Explains a record that has ended or is late. */
function reportingNote(row: SiteSummary, today: string): string | undefined {
  const { state, lag, interval } = freshnessOf(row, today);
  if (state === 'ended') return 'No value since then: this record has ended';
  if (state !== 'late') return undefined;
  return `Late: no value for ${lag} days; it usually has one ${describeInterval(interval)}`;
}

function formatDegrees(value: number): string {
  return value.toFixed(5);
}
