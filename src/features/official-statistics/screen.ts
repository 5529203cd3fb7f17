import { atom } from 'nanostores';
import type { Requester } from '#client/request.ts';
import {
  listOfficialForecasts,
  type OfficialComparison,
  type OfficialForecast,
  type OfficialStatisticName,
  type OfficialStatistics,
  officialStatisticNames,
  readOfficialStatistics,
} from '#contract/official-statistics.ts';
import { demonstrationNote, originLabel } from '#domain/demonstration.ts';
import { exceedances } from '#domain/exceedances.ts';
import { agreementPercent } from '#domain/official-statistics.ts';
import { mapPathOfSite } from '#domain/page-paths.ts';
import { dayOrderOf, formatDayOrder } from '#domain/season.ts';
import {
  type Column,
  initialState,
  readTableState,
  type TableState,
  writeTableState,
} from '#kits/table/index.ts';
import { addressCodec, nameField } from '#lib/address-codec.ts';
import { dayNumber, parseDay, yesterdayInBasin } from '#lib/calendar.ts';
import { formatFixed, withMinus } from '#lib/format-number.ts';
import { among, dateColumn, inCsv, numberColumn, textColumn } from '#lib/table/columns.ts';
import type { Address } from '#stores/address.ts';
import { addressPart, codecPart, createScreen } from '#stores/create-screen.ts';
import { createQuery } from '#stores/queries.ts';

/** Formats a value by its size: `1,022,585`, `315.5`, `8.75`. */
export function formatNumber(value: number): string {
  const size = Math.abs(value);
  const digits = size >= 1000 ? 0 : size >= 100 ? 1 : 2;
  return withMinus(Number(value.toFixed(digits)).toLocaleString('en-US'));
}

/** Formats a percentage with one digit; it would often be 0 without. */
function formatPercent(value: number): string {
  return formatFixed(value, 1);
}

/** @example formatMonthDay('04-01') // 'Apr 01' */
export function formatMonthDay(monthDay: string): string {
  return formatDayOrder(dayOrderOf(dayNumber(`2000-${monthDay}`), 'water'), 'water');
}

/** What the table shows: `Medians of Apr 01` or `Median peaks of snow water equivalent`. */
export function describeStatistic({ statistic, day }: Pick<OfficialStatistics, 'statistic' | 'day'>): string {
  return statistic === 'peak'
    ? 'Median peaks of snow water equivalent'
    : `Medians of ${formatMonthDay(day.slice(5))}`;
}

/** Says how many agree, and what the summary leaves out. */
export function describeSummary({ summary }: Pick<OfficialStatistics, 'summary'>): string {
  const { compared, agreeing, without_percent, demonstration } = summary;
  const sentences = [`${agreeing} of ${compared} agree within ${agreementPercent} percent.`];
  if (without_percent > 0) {
    sentences.push(`${without_percent} ${without_percent === 1 ? 'has' : 'have'} no percentage.`);
  }
  if (demonstration > 0) {
    const noun =
      demonstration === 1 ? 'series with demonstration values is' : 'series with demonstration values are';
    sentences.push(`${demonstration} ${noun} not counted.`);
  }
  return sentences.join(' ');
}

/** `Snake River near Heise, Streamflow: 149.5 cfs instead of 100 cfs (+49.5 %)` */
export function describeDifference(row: OfficialComparison): string {
  const percent = row.difference_percent ?? 0;
  const sign = percent > 0 ? '+' : '−';
  const value = (of: number) => `${formatNumber(of)} ${row.units_name}`;
  return `${row.loc_name}, ${row.parameter_name}: ${value(row.our_value ?? 0)} instead of ${value(row.agency_value)} (${sign}${formatPercent(Math.abs(percent))} %)`;
}

const agencies = { nrcs: 'NRCS', usgs: 'USGS' } as const;

const nameColumn: Column<Pick<OfficialComparison, 'loc_ndx' | 'loc_name'>> = textColumn(
  'name',
  'Location',
  (row) => row.loc_name,
  { link: (row) => ({ href: mapPathOfSite(row.loc_ndx), label: `${row.loc_name} on the map` }) },
);

/** Our statistic beside the agency's, one row for each series. */
export const comparisonColumns: readonly Column<OfficialComparison>[] = [
  {
    ...nameColumn,
    mark: (row) => (row.is_demonstration ? 'demonstration' : undefined),
    note: (row) => (row.is_demonstration ? demonstrationNote : undefined),
  },
  textColumn('parameter', 'Parameter', (row) => row.parameter_name, among),
  textColumn('agency', 'Agency', (row) => agencies[row.agency], among),
  numberColumn('ours', 'Ours', (row) => row.our_value, {
    format: formatNumber,
    note: (row) => (row.our_value === null ? 'Too few years for a median' : undefined),
  }),
  numberColumn('theirs', 'Theirs', (row) => row.agency_value, { format: formatNumber }),
  numberColumn('difference', 'Difference', (row) => row.difference, { format: formatNumber }),
  textColumn('units', 'Unit', (row) => row.units_name),
  numberColumn('percent', 'Difference', (row) => row.difference_percent, {
    unit: '%',
    format: formatPercent,
    sortKey: differenceRank,
  }),
  numberColumn('years', 'Our Years', (row) => row.our_years),
  numberColumn('their-years', 'Their Years', (row) => row.agency_years),
  textColumn('period', 'Their Period', (row) => row.agency_period, among),
  textColumn('values', 'Our Values', (row) => originLabel(row.is_demonstration), { ...among, ...inCsv }),
  textColumn('month-day', 'Their Day', (row) => formatMonthDay(row.agency_month_day), {
    hidden: true,
    sortKey: (row) => row.agency_month_day,
  }),
  dateColumn('fetched', 'Fetched', (row) => row.fetched_at.slice(0, 10), { hidden: true }),
];

/** Sorts by size, whatever the direction of the difference; synthetic series come last. */
function differenceRank({ difference_percent, is_demonstration }: OfficialComparison): number | null {
  return difference_percent === null || is_demonstration ? null : Math.abs(difference_percent);
}

/** The newest volume forecasts; the columns are the chances that a volume is exceeded. */
export const forecastColumns: readonly Column<OfficialForecast>[] = [
  nameColumn,
  textColumn('point', 'Forecast Point', (row) => row.point_name ?? row.station),
  dateColumn('published', 'Published', (row) => row.publication_date),
  textColumn(
    'period',
    'Period',
    (row) => `${formatMonthDay(row.period_start)} to ${formatMonthDay(row.period_end)}`,
    among,
  ),
  ...exceedances.map(
    (chance): Column<OfficialForecast> =>
      numberColumn(`exceeded-${chance}`, `${chance} % Exceed`, (row) => row[`exceeded_${chance}`], {
        unit: 'AF',
        format: formatNumber,
      }),
  ),
  numberColumn('normal', 'Normal', (row) => row.normal_af, { unit: 'AF', format: formatNumber }),
];

/** What is compared; a peak has no day, but the day stays chosen. */
type OfficialChoice = { readonly statistic: OfficialStatisticName; readonly day: string };

type OfficialStatisticsSettings = { request: Requester; address: Address; now: () => Date };

/** The state of Official Statistics. */
export function createOfficialStatistics({ request, address, now }: OfficialStatisticsSettings) {
  const initial: OfficialChoice = { statistic: 'median', day: yesterdayInBasin(now()) };
  const codec = choiceCodec(initial);
  const initialTable = initialState(comparisonColumns, {
    pageSize: 60,
    sort: { id: 'percent', direction: 'descending' },
  });
  const $choice = atom<OfficialChoice>(initial);
  const $table = atom<TableState>(initialTable);
  const $forecastTable = atom<TableState>(initialState(forecastColumns, { pageSize: 30 }));
  const comparisons = createQuery({
    fetch: (signal) => {
      const { statistic, day } = $choice.get();
      return request(readOfficialStatistics, { query: { statistic, day } }, { signal });
    },
  });
  const forecasts = createQuery({ fetch: (signal) => request(listOfficialForecasts, {}, { signal }) });
  const { start } = createScreen({
    address,
    queries: [comparisons, forecasts],
    parts: [
      codecPart($choice, codec, () => true),
      addressPart($table, {
        read: (query) => readTableState(query, comparisonColumns, initialTable),
        write: (state) => writeTableState(state, initialTable),
        isStep: (state, before) => state.page !== before.page,
      }),
    ],
    onStart: () => [
      $choice.listen((choice, before) => {
        const isSame = choice.statistic === before?.statistic && choice.day === before.day;
        if (!isSame) void comparisons.retry();
      }),
    ],
  });
  return {
    comparisons,
    forecasts,
    $choice,
    $table,
    $forecastTable,
    setStatistic: (statistic: OfficialStatisticName) => $choice.set({ ...$choice.get(), statistic }),
    /** Yesterday, if the field was emptied. */
    setDay: (day = initial.day) => $choice.set({ ...$choice.get(), day }),
    start,
  };
}

/** `statistic=peak&day=2026-04-01`, of which only what differs from `initial` is written. */
export const choiceCodec = (initial: OfficialChoice) =>
  addressCodec<OfficialChoice>({
    statistic: nameField('statistic', officialStatisticNames, initial.statistic),
    day: {
      key: 'day',
      initial: initial.day,
      parse: (text) => (parseDay(text) === undefined ? undefined : text),
      format: (day) => (day === initial.day ? undefined : day),
    },
  });
