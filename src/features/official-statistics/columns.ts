import type { OfficialComparison, OfficialForecast } from '#contract/official-statistics.ts';
import { demonstrationNote, originLabel } from '#domain/demonstration.ts';
import { exceedances } from '#domain/exceedances.ts';
import { mapPathOfSite } from '#domain/map-path.ts';
import type { Column } from '#kits/table/index.ts';
import { formatMonthDay, formatNumber, formatPercent } from './labels.ts';

const agencies = { nrcs: 'NRCS', usgs: 'USGS' } as const;

/** Our statistic beside the agency's, one row for each series. */
export const comparisonColumns: readonly Column<OfficialComparison>[] = [
  {
    id: 'name',
    header: 'Location',
    kind: 'text',
    value: (row) => row.loc_name,
    link: (row) => ({ href: mapPathOfSite(row.loc_ndx), label: `${row.loc_name} on the map` }),
    mark: (row) => (row.is_demonstration ? 'demonstration' : undefined),
    note: (row) => (row.is_demonstration ? demonstrationNote : undefined),
  },
  { id: 'parameter', header: 'Parameter', kind: 'text', filter: 'among', value: (row) => row.parameter_name },
  { id: 'agency', header: 'Agency', kind: 'text', filter: 'among', value: (row) => agencies[row.agency] },
  {
    id: 'ours',
    header: 'Ours',
    kind: 'number',
    value: (row) => row.our_value,
    format: formatNumber,
    note: (row) => (row.our_value === null ? 'Too few years for a median' : undefined),
  },
  { id: 'theirs', header: 'Theirs', kind: 'number', value: (row) => row.agency_value, format: formatNumber },
  {
    id: 'difference',
    header: 'Difference',
    kind: 'number',
    value: (row) => row.difference,
    format: formatNumber,
  },
  { id: 'units', header: 'Unit', kind: 'text', value: (row) => row.units_name },
  {
    id: 'percent',
    header: 'Difference',
    unit: '%',
    kind: 'number',
    value: (row) => row.difference_percent,
    format: formatPercent,
    sortKey: differenceRank,
  },
  { id: 'years', header: 'Our Years', kind: 'number', value: (row) => row.our_years },
  { id: 'their-years', header: 'Their Years', kind: 'number', value: (row) => row.agency_years },
  {
    id: 'period',
    header: 'Their Period',
    kind: 'text',
    filter: 'among',
    value: (row) => row.agency_period,
  },
  {
    id: 'values',
    header: 'Our Values',
    kind: 'text',
    filter: 'among',
    hidden: true,
    value: (row) => originLabel(row.is_demonstration),
  },
  {
    id: 'month-day',
    header: 'Their Day',
    kind: 'text',
    hidden: true,
    value: (row) => formatMonthDay(row.agency_month_day),
    sortKey: (row) => row.agency_month_day,
  },
  {
    id: 'fetched',
    header: 'Fetched',
    kind: 'date',
    hidden: true,
    value: (row) => row.fetched_at.slice(0, 10),
  },
];

/** Sorts by size, whatever the direction of the difference; synthetic series come last. */
function differenceRank({ difference_percent, is_demonstration }: OfficialComparison): number | null {
  return difference_percent === null || is_demonstration ? null : Math.abs(difference_percent);
}

/** The newest volume forecasts; the columns are the chances that a volume is exceeded. */
export const forecastColumns: readonly Column<OfficialForecast>[] = [
  {
    id: 'name',
    header: 'Location',
    kind: 'text',
    value: (row) => row.loc_name,
    link: (row) => ({ href: mapPathOfSite(row.loc_ndx), label: `${row.loc_name} on the map` }),
  },
  { id: 'point', header: 'Forecast Point', kind: 'text', value: (row) => row.point_name ?? row.station },
  { id: 'published', header: 'Published', kind: 'date', value: (row) => row.publication_date },
  {
    id: 'period',
    header: 'Period',
    kind: 'text',
    filter: 'among',
    value: (row) => `${formatMonthDay(row.period_start)} to ${formatMonthDay(row.period_end)}`,
  },
  ...exceedances.map(
    (chance): Column<OfficialForecast> => ({
      id: `exceeded-${chance}`,
      header: `${chance} % Exceed`,
      unit: 'AF',
      kind: 'number',
      value: (row) => row[`exceeded_${chance}`],
      format: formatNumber,
    }),
  ),
  {
    id: 'normal',
    header: 'Normal',
    unit: 'AF',
    kind: 'number',
    value: (row) => row.normal_af,
    format: formatNumber,
  },
];
