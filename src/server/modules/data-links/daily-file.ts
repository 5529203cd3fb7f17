import type { DataFormat } from '#contract/data-links.ts';
import { describeFlag, flagNames } from '#domain/flags.ts';
import { columns } from '#downloads/daily-columns.ts';
import { basinTimeZone } from '#lib/calendar.ts';
import { exportedHeader } from '#lib/table/csv.ts';
import type { Queryable } from '../../db/queryable.ts';
import { spend, weights } from '../../limits/account.ts';
import { type DailyParameter, readDailyHeads } from '../time-series/daily-data.ts';
import { countRows, type Download, dailyTexts } from '../time-series/daily-download.ts';
import { rdbColumns } from '../time-series/daily-text.ts';
import type { FileNotes } from './data-file.ts';
import { type LinkedSite, sourceOfSites } from './find-sites.ts';

/** Sites with one parameter, as an axis of the screen has them. */
export type DailyGroup = { readonly parameter: DailyParameter; readonly sites: readonly LinkedSite[] };

export type DailyPeriod = {
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** The day at whose end the values were known. */
  readonly as_of: string | undefined;
};

/** Before and after every value that the portal can have. */
const [firstDay, lastDay] = ['0001-01-01', '9999-12-31'];

/** Counts the values of groups of sites, whose lines can then be written. */
export async function readDailyFile(
  from: Queryable,
  groups: readonly DailyGroup[],
  { from: start = firstDay, to: end = lastDay, as_of: asOf }: DailyPeriod,
  { format, signal }: { format: DataFormat; signal: AbortSignal },
) {
  const downloads: Download[] = [];
  for (const { parameter, sites } of groups) {
    const locations = sites.map(({ loc_ndx }) => loc_ndx);
    const query = { parameter: parameter.parameter_ndx, locations, start, end, asOf };
    const heads = await readDailyHeads(from, query, { signal });
    const found = new Map(heads.sites.map((site) => [site.loc_ndx, site]));
    downloads.push({
      from,
      query,
      heads: { parameter, sites: locations.flatMap((each) => found.get(each) ?? []) },
    });
  }
  const count = downloads.reduce((sum, { heads }) => sum + countRows(heads), 0);
  spend(weights.rows(count));
  return {
    count,
    name: `${groups.map(({ parameter }) => parameter.parameter_name).join(' and ')} daily`,
    notes: describeDaily(groups, downloads, { from: start, to: end, as_of: asOf }),
    columns:
      format === 'rdb'
        ? rdbColumns
        : columns.map((column) => ({ name: exportedHeader(column), kind: column.kind })),
    async *chunks(left: AbortSignal) {
      for (const download of downloads) yield* dailyTexts(download, format === 'rdb' ? 'rdb' : 'table', left);
    },
  };
}

function describeDaily(
  groups: readonly DailyGroup[],
  downloads: readonly Download[],
  { from, to, as_of }: DailyPeriod,
): FileNotes {
  const found = downloads.flatMap(({ heads }) => heads.sites);
  const empty = groups.flatMap(({ parameter, sites }, at) =>
    sites
      .filter((site) => !downloads[at]?.heads.sites.some(({ loc_ndx }) => loc_ndx === site.loc_ndx))
      .map((site) => `${parameter.parameter_name} of ${site.loc_id}`),
  );
  const isWhole = from === firstDay && to === lastDay;
  return {
    title: `${groups.map(({ parameter }) => parameter.parameter_name).join(' and ')}, daily values`,
    source: sourceOfSites(found),
    units: groups.map(({ parameter: each }) => `${each.parameter_name} in ${each.units_name}`).join(', '),
    period: isWhole
      ? 'the whole record'
      : `${from === firstDay ? 'the first value' : from} to ${to === lastDay ? 'the last value' : to}`,
    noun: 'Values',
    remarks: [
      ...(empty.length > 0 ? [`No values: ${empty.join(', ')}`] : []),
      ...(as_of === undefined ? [] : [`As known at the end of ${as_of}`]),
      `Flag: values that fail a quality rule, which no graph or statistic has: ${flagNames.map(describeFlag).join('; ')}`,
      `Days are calendar days in ${basinTimeZone()}.`,
    ],
  };
}
