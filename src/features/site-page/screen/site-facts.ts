import { delivererOf } from '#domain/deliverer.ts';
import { describeFinding, type Finding } from '#domain/finding/finding.ts';
import { zoneOf } from '#domain/finding/percentile-bar.ts';
import { describeInterval } from '#domain/freshness.ts';
import { reachGainsPathOfSite, snotelPathOfSite } from '#domain/page-paths.ts';
import { formatQuantity } from '#domain/quantity.ts';
import { defaultSeries, seasonCodec } from '#domain/season/season-tool-address.ts';
import { describeStatisticYears } from '#domain/statistics/statistic-label.ts';
import { siteComparisonUrl } from '#domain/time-series/site-comparison.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { formatUsDate } from '#lib/calendar.ts';
import { monthAndDay, monthName } from '#lib/calendar-names.ts';
import { countOf, formatOrdinal } from '#lib/count-text.ts';
import { formatPercent, formatWhole } from '#lib/format-number.ts';
import type {
  SiteCompleteness,
  SiteFacts,
  SiteNeighbor,
  SiteNeighbors,
  SiteRecord,
  SiteStatistics,
} from '../contract.ts';

/** `[term, text]` of a description list. */
export type SiteFact = readonly [term: string, text: string];

/** What is said of a record. */
export type DescribedFinding = ReturnType<typeof describeFinding>;

/** `USGS stream gage 13037500` */
export function describeSiteKind({ data_provider, loc_type_name, loc_id }: SiteFacts): string {
  const kind = loc_type_name === 'SNOTEL' ? loc_type_name : loc_type_name.toLowerCase();
  return `${agencyOf(data_provider)} ${kind} ${loc_id}`;
}

/** `USBR` of `USBR HydroMet` */
export function agencyOf(provider: string): string {
  return provider.split(' ')[0] ?? provider;
}

/** What a record rests on, and where its site is. */
export function factsOf(site: SiteFacts, record: SiteRecord | undefined): readonly SiteFact[] {
  const { latitude_dd, longitude_dd, elevation_ft, capacity_af, data_provider } = site;
  const facts: readonly (readonly [string, string | null])[] = [
    ...(record ? recordFacts(record, data_provider) : []),
    ['Capacity', capacity_af === null ? null : `${formatWhole(capacity_af)} AF`],
    ['Elevation', elevation_ft === null ? null : `${formatWhole(elevation_ft)} ft`],
    ['Place', `${latitude_dd.toFixed(4)}, ${longitude_dd.toFixed(4)}`],
    ['HUC8', withCode(site.huc8_name, site.huc8_code)],
    ['HUC10', withCode(site.huc10_name, site.huc10_code)],
    ['District', site.gw_district],
    ['Agency', data_provider],
  ];
  return facts.flatMap(([term, text]) => (text === null ? [] : [[term, text] as const]));
}

function recordFacts(record: SiteRecord, provider: string): readonly (readonly [string, string | null])[] {
  const { por_start, por_end, total_samples, interval_days, source, flagged, provisional } = record;
  const period = por_start === null || por_end === null ? null : periodText(record);
  return [
    ['Measures', `${record.parameter_name}, ${describeInterval(interval_days)}`],
    ['Record', period],
    ['Values', total_samples.toLocaleString('en-US')],
    ['Provisional', provisional === 0 ? null : countOf(provisional, 'value')],
    ['Flagged', flagged === 0 ? null : `${countOf(flagged, 'value')}, in no line and no statistic`],
    ['Imported from', source === null ? null : delivererOf({ source, provider })],
  ];
}

/** `10/01/1980 to 11/22/2026` */
export function periodText({ por_start, por_end }: Pick<SiteRecord, 'por_start' | 'por_end'>): string {
  return por_start === null || por_end === null
    ? 'no values'
    : `${formatUsDate(por_start)} to ${formatUsDate(por_end)}`;
}

function withCode(name: string | null, code: string | null): string | null {
  if (name === null) return null;
  // Where the boundaries have not been imported, the name has the code.
  return code === null || name.endsWith(code) ? name : `${name} (${code})`;
}

/** A row of the statistics of a date: from the wettest to the driest, with the latest value in its place. */
export type StatisticRow = {
  readonly name: string;
  readonly value: string;
  /** The zone of the percentile bar, 1 to 5. */
  readonly zone: number;
  readonly isLatest: boolean;
};

/** `November 22 in 30 years` */
export function statisticsTitle({ period, count }: SiteStatistics, day: string): string {
  return `${period === 'month' ? monthName(day) : monthAndDay(day)} in ${countOf(count, 'year')}`;
}

/** `1991–2020`, with the numbers of provisional and estimated values. */
export function statisticsBasis(statistics: SiteStatistics): string {
  const { count, first_year, last_year, period, provisional, estimated } = statistics;
  const years = describeStatisticYears({
    min: count,
    max: count,
    firstYear: first_year,
    lastYear: last_year,
    isMonthly: period === 'month',
  });
  const notes = [
    provisional > 0 && `${countOf(provisional, 'value')} provisional`,
    estimated > 0 && `${countOf(estimated, 'value')} estimated`,
  ];
  return [years, ...notes.filter(Boolean)].join('; ');
}

/** The statistics of the date of a finding. Of a depth to water they are those of the water level. */
export function statisticsRows(statistics: SiteStatistics, finding: Finding): readonly StatisticRow[] {
  const { value: latest, percentile, units_name: unit, parameter_ndx } = finding;
  const isDepth = parameter_ndx === parameterNdx.depthToWater;
  const { maximum, p95, p90, p75, median, p25, p10, p5, minimum } = statistics;
  const values = [maximum, p95, p90, p75, median, p25, p10, p5, minimum];
  const rows = (isDepth ? values.toReversed() : values).map((value, at) => ({
    number: value,
    name: statisticNames[at] ?? '',
    value: value === null ? 'too few years' : `${formatQuantity(value, unit)} ${unit}`,
    zone: statisticZones[at] ?? 3,
    isLatest: false,
  }));
  if (latest === null || percentile === null) return rows;
  const isBelow = (number: number | null) => number !== null && (isDepth ? number > latest : number < latest);
  const at = rows.findIndex(({ number }) => isBelow(number));
  return rows.toSpliced(at < 0 ? rows.length : at, 0, {
    number: latest,
    name: `latest, ${formatOrdinal(percentile)} percentile`,
    value: `${formatQuantity(latest, unit)} ${unit}`,
    zone: zoneOf(percentile) + 1,
    isLatest: true,
  });
}

const statisticNames = [
  'highest',
  '95th percentile',
  '90th',
  '75th',
  'median',
  '25th',
  '10th',
  '5th',
  'lowest',
];
const statisticZones = [5, 5, 4, 3, 3, 2, 1, 1, 1];

/** A site in the line of a river; the site of the page itself is `self`. */
export type RiverStop =
  | { readonly kind: 'self' }
  | { readonly kind: 'neighbor'; readonly site: SiteNeighbor };

const maxStops = 7;

/**
 * The sites around one in downstream order, at most seven. Tributaries that flow in just above stand before the site, and
 * take the places of the farthest ones upstream.
 */
export function riverStops({ river, upstream, downstream }: SiteNeighbors): readonly RiverStop[] {
  const places = maxStops - 1 - downstream.length;
  const course = upstream.filter((each) => each.river === river);
  const tributaries = upstream
    .filter((each) => each.river !== river)
    .slice(0, Math.max(0, places - Math.min(1, course.length)));
  const above = [...course.slice(0, places - tributaries.length).toReversed(), ...tributaries];
  const toStop = (site: SiteNeighbor): RiverStop => ({ kind: 'neighbor', site });
  return [...above.map(toStop), { kind: 'self' }, ...downstream.map(toStop)];
}

/** What is said of a neighbor's main record. Undefined without a value. */
export function describeNeighbor({ record }: SiteNeighbor, today: string): DescribedFinding | undefined {
  return record ? describeFinding(record, { today }) : undefined;
}

/** The nearest site on the river that still has values, and what is said of it. Undefined without one. */
export function livingNeighbor({ upstream, downstream }: SiteNeighbors, today: string) {
  const nearestFirst = Array.from({ length: Math.max(upstream.length, downstream.length) }, (_, at) => [
    downstream[at],
    upstream[at],
  ]).flat();
  for (const site of nearestFirst) {
    const described = site && describeNeighbor(site, today);
    if (site && described && described.state !== 'ended' && described.state !== 'none')
      return { site, described };
  }
  return undefined;
}

/** The share of days with a value in percent: `99.6 %`. Undefined without days. */
export function completenessPercent({ approved, provisional, missing, flagged }: SiteCompleteness) {
  const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
  const present = sum(approved) + sum(provisional);
  const all = present + sum(missing) + sum(flagged);
  if (all === 0) return undefined;
  const percent = (100 * present) / all;
  // What lacks a day is not complete.
  return percent > 99 && percent < 100 ? `${Math.min(99.9, percent).toFixed(1)} %` : formatPercent(percent);
}

export type ToolLink = { readonly label: string; readonly href: string };

/** The tools that show a record, with the site chosen. `today` is the day in the basin, `YYYY-MM-DD`. */
export function toolLinks(
  { loc_ndx: location }: Pick<SiteFacts, 'loc_ndx'>,
  record: Pick<SiteRecord, 'parameter_ndx' | 'por_start' | 'por_end'>,
  today: string,
): readonly ToolLink[] {
  const { parameter_ndx: parameter } = record;
  const season = {
    parameter,
    location,
    series: defaultSeries(today),
    year: 'water',
    measure: 'value',
    colors: [],
  } as const;
  return [
    {
      label: 'Water Year Comparisons',
      href: `/data-analysis-tools/water-year-comparison?${seasonCodec(season).write(season)}&submitted=yes`,
    },
    { label: 'Time Series Comparisons', href: siteComparisonUrl(location, parameter, record) },
    ...(parameter === parameterNdx.reachGain
      ? [{ label: 'Reach Gains Comparisons', href: reachGainsPathOfSite(location) }]
      : []),
    ...(parameter === parameterNdx.swe
      ? [{ label: 'SNOTEL SWE Data', href: snotelPathOfSite(location) }]
      : []),
  ];
}
