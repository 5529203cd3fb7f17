import type { FastifyInstance } from 'fastify';
import type { DataFormat } from '#contract/data-link-parts.ts';
import { describeFlag, flagNames } from '#domain/qualifiers.ts';
import { basinTimeZone } from '#lib/basin-clock.ts';
import { exportedHeader } from '#lib/table/rows.ts';
import type { FileNotes } from '#server/data-links/data-file.ts';
import {
  findParameter,
  findSites,
  type LinkedSite,
  parseNames,
  sourceOfSites,
} from '#server/data-links/find-sites.ts';
import { createFileServer } from '#server/data-links/serve-file.ts';
import type { Queryable } from '#server/db/queryable.ts';
import type { FeatureServices } from '#server/feature-services.ts';
import { badInput, HttpProblem } from '#server/http/problems.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { spend, weights } from '#server/limits/request-budget.ts';
import { readDailyLink } from '../contract.ts';
import { columns } from '../files.ts';
import { type DailyGroup, firstDay, type KnownPeriod, lastDay, type PrepareRows } from './computed-rows.ts';
import { readDailyHeads } from './daily-data.ts';
import { countRows, type Download, dailyTexts, writeText } from './daily-download.ts';
import { rdbColumns } from './daily-text.ts';

/** The file of daily values, with the rows of the screen's download, and of what a feature computes from them. */
export function registerDailyLink(
  app: FastifyInstance,
  { reads: from, valueAccess, slots, config }: FeatureServices,
  prepareRows: PrepareRows = refuseRows,
) {
  const files = createFileServer(from, config.portalOrigin);

  registerEndpoint(app, readDailyLink, async ({ params, query, signal, caller }, request) => {
    const { site, parameter, second_site, second_parameter, derived, notes, bom, ...period } = query;
    if ((second_site === undefined) !== (second_parameter === undefined)) {
      throw new HttpProblem(400, 'second_site and second_parameter: one needs the other.');
    }
    if (period.from !== undefined && period.to !== undefined && period.from > period.to) {
      throw new HttpProblem(400, `from: the first day, ${period.from}, is after the last one, ${period.to}.`);
    }
    const readGroup = async (names: string | readonly string[], text: string) => {
      const found = await findParameter(from, text);
      return { parameter: found, sites: await findSites(from, parseNames(names), found.parameter_ndx) };
    };
    const groups = [await readGroup(site, parameter)];
    if (second_site !== undefined && second_parameter !== undefined)
      groups.push(await readGroup(second_site, second_parameter));
    const locations = groups.flatMap(({ sites }) => sites.map(({ loc_ndx }) => loc_ndx));
    await valueAccess.requireReadable(caller, locations);
    const asked = {
      groups,
      readComputed: prepareRows([derived ?? []].flat(), groups),
      period: { start: period.from ?? firstDay, end: period.to ?? lastDay, asOf: period.as_of },
    };
    return files.serveStreamed({ request, format: params.format, notes, bom }, () =>
      slots.start(signal, async (onEnd) => ({
        ...(await readDailyFile(from, asked, { format: params.format, signal })),
        onEnd,
      })),
    );
  });
}

/** Of a portal without a feature that computes series. */
const refuseRows: PrepareRows = (texts) => {
  if (texts.length > 0) throw badInput('query.derived', 'This portal computes no series.');
  return async () => ({ remarks: [], rows: [] });
};

type FoundGroup = Pick<DailyGroup, 'parameter'> & { readonly sites: readonly LinkedSite[] };

type DailyFileRequest = {
  readonly groups: readonly FoundGroup[];
  readonly readComputed: ReturnType<PrepareRows>;
  readonly period: KnownPeriod;
};

/** Counts the values of groups of sites and of the series computed from them, whose lines can then be written. */
async function readDailyFile(
  from: Queryable,
  { groups, readComputed, period }: DailyFileRequest,
  { format, signal }: { format: DataFormat; signal: AbortSignal },
) {
  const downloads: Download[] = [];
  for (const { parameter, sites } of groups) {
    const locations = sites.map(({ loc_ndx }) => loc_ndx);
    const query = { parameter: parameter.parameter_ndx, locations, ...period };
    const heads = await readDailyHeads(from, query, { signal });
    const found = new Map(heads.sites.map((site) => [site.loc_ndx, site]));
    downloads.push({
      from,
      query,
      heads: { parameter, sites: locations.flatMap((each) => found.get(each) ?? []) },
    });
  }
  const { remarks, rows } = await readComputed(from, period, signal);
  const counts = [
    ...downloads.map(({ heads }) => countRows(heads)),
    ...rows.flatMap(({ series }) => series.map((each) => each.count)),
  ];
  const count = counts.reduce((sum, each) => sum + each, 0);
  spend(weights.rows(count));
  const text = format === 'rdb' ? 'rdb' : 'table';
  return {
    count,
    name: `${groups.map(({ parameter }) => parameter.parameter_name).join(' and ')} daily`,
    notes: describeDaily(groups, downloads, remarks, period),
    columns:
      format === 'rdb'
        ? rdbColumns
        : columns.map((column) => ({ name: exportedHeader(column), kind: column.kind })),
    async *chunks(left: AbortSignal) {
      for (const download of downloads) yield* dailyTexts(download, text, left);
      for (const each of rows) yield await writeText({ rows: each, format: text });
    },
  };
}

function describeDaily(
  groups: readonly FoundGroup[],
  downloads: readonly Download[],
  remarks: readonly string[],
  { start, end, asOf }: KnownPeriod,
): FileNotes {
  const found = downloads.flatMap(({ heads }) => heads.sites);
  const empty = groups.flatMap(({ parameter, sites }, at) =>
    sites
      .filter((site) => !downloads[at]?.heads.sites.some(({ loc_ndx }) => loc_ndx === site.loc_ndx))
      .map((site) => `${parameter.parameter_name} of ${site.loc_id}`),
  );
  const isWhole = start === firstDay && end === lastDay;
  return {
    title: `${groups.map(({ parameter }) => parameter.parameter_name).join(' and ')}, daily values`,
    source: sourceOfSites(found),
    units: groups.map(({ parameter: each }) => `${each.parameter_name} in ${each.units_name}`).join(', '),
    period: isWhole
      ? 'the whole record'
      : `${start === firstDay ? 'the first value' : start} to ${end === lastDay ? 'the last value' : end}`,
    noun: 'Values',
    remarks: [
      ...(empty.length > 0 ? [`No values: ${empty.join(', ')}`] : []),
      ...remarks,
      ...(asOf === undefined ? [] : [`As known at the end of ${asOf}`]),
      `Flag: values that fail a quality rule, which no graph or statistic has: ${flagNames.map(describeFlag).join('; ')}`,
      `Days are calendar days in ${basinTimeZone()}.`,
    ],
  };
}
