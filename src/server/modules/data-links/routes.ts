import type { FastifyInstance } from 'fastify';
import { Brief } from '#contract/brief.ts';
import { type DataFormat, readBriefLink, readDailyLink, readRiverLink } from '#contract/data-links.ts';
import { River } from '#contract/river.ts';
import { describeDay } from '#domain/finding/brief-sentence.ts';
import { describeShare } from '#domain/finding/brief-text.ts';
import { describeFlag, flagNames } from '#domain/qualifiers.ts';
import { toBriefTable } from '#downloads/brief-csv.ts';
import { provisionalShare, sourceOfBrief } from '#downloads/brief-share.ts';
import { columns } from '#downloads/daily-columns.ts';
import { riverColumns, riverRemarks, sourceOfRiver, toRiverRows } from '#downloads/river-columns.ts';
import { basinTimeZone, todayInBasin } from '#lib/calendar.ts';
import { exportedHeader } from '#lib/table/rows.ts';
import { initialState } from '#lib/table/state.ts';
import type { Queryable } from '../../db/queryable.ts';
import { HttpProblem } from '../../http/problems.ts';
import { registerEndpoint } from '../../http/register-endpoint.ts';
import { spend, weights } from '../../limits/account.ts';
import { type DailyParameter, readDailyHeads } from '../time-series/daily-data.ts';
import { countRows, type Download, dailyTexts } from '../time-series/daily-download.ts';
import { rdbColumns } from '../time-series/daily-text.ts';
import { type FileNotes, toPlainFile, toTableFile } from './data-file.ts';
import { findParameter, findSites, type LinkedSite, parseNames, sourceOfSites } from './find-sites.ts';
import { registerListLinks, registerOutlookLinks, registerYearLinks } from './list-links.ts';
import { createFileServer, type DataLinkServices } from './serve-file.ts';

/** Files that a spreadsheet or a script can fetch by their address, with the rows of the screens' downloads. */
export function registerDataLinks(app: FastifyInstance, services: DataLinkServices) {
  const { from, valueAccess, slots, origin, briefs, readRiver, scopeOf } = services;
  const files = createFileServer(from, origin);

  registerEndpoint(app, readDailyLink, async ({ params, query, signal, caller }, request) => {
    const { site, parameter, second_site, second_parameter, notes, ...period } = query;
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
    return files.serveStreamed({ request, format: params.format, notes }, () =>
      slots.start(signal, async (onEnd) => {
        const known = { from: period.from, to: period.to, as_of: period.as_of };
        return { ...(await readDailyFile(from, groups, known, { format: params.format, signal })), onEnd };
      }),
    );
  });

  registerEndpoint(app, readBriefLink, async ({ params, query: { on, notes }, caller }, request) => {
    const day = await briefs.parseDay(on);
    const scope = await scopeOf(caller);
    return files.serve({ request, format: params.format, notes }, async () => {
      const brief = Brief.parse(JSON.parse((await briefs.read(day, scope)).body.toString()));
      const table = toBriefTable(brief);
      return {
        name: `Brief ${brief.on}`,
        notes: {
          title: `Brief of ${brief.on}`,
          source: sourceOfBrief(brief),
          units: 'in the column Unit',
          remarks: [
            describeDay(brief, todayInBasin(new Date())),
            describeShare(provisionalShare(brief)) ?? 'All values are approved.',
            `Days are calendar days in ${basinTimeZone()}.`,
          ],
        },
        ...toPlainFile(table),
      };
    });
  });

  registerEndpoint(app, readRiverLink, async ({ params, query: { on, notes }, caller }, request) => {
    const body = await readRiver(on, await scopeOf(caller));
    return files.serve({ request, format: params.format, notes }, async () => {
      const river = River.parse(JSON.parse(body.body.toString()));
      return {
        name: `Rivers ${river.on}`,
        notes: {
          title: `Rivers of ${river.on}`,
          source: sourceOfRiver(river),
          units: 'in the column Unit',
          remarks: riverRemarks,
        },
        ...toTableFile(toRiverRows(river), riverColumns, initialState(riverColumns)),
      };
    });
  });

  registerYearLinks(app, services, files);
  registerListLinks(app, services, files);
  registerOutlookLinks(app, services, files);
}

/** Sites with one parameter, as an axis of the screen has them. */
type DailyGroup = { readonly parameter: DailyParameter; readonly sites: readonly LinkedSite[] };

type DailyPeriod = {
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** The day at whose end the values were known. */
  readonly as_of: string | undefined;
};

/** Before and after every value that the portal can have. */
const [firstDay, lastDay] = ['0001-01-01', '9999-12-31'];

/** Counts the values of groups of sites, whose lines can then be written. */
async function readDailyFile(
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
