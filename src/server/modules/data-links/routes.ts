import type { FastifyInstance } from 'fastify';
import { Brief } from '#contract/brief.ts';
import { readBriefLink, readDailyLink, readRiverLink } from '#contract/data-links.ts';
import { River } from '#contract/river.ts';
import { describeDay } from '#domain/finding/brief-sentence.ts';
import { describeShare } from '#domain/finding/brief-text.ts';
import { toBriefTable } from '#downloads/brief-csv.ts';
import { provisionalShare, sourceOfBrief } from '#downloads/brief-share.ts';
import { riverColumns, riverRemarks, sourceOfRiver, toRiverRows } from '#downloads/river-columns.ts';
import { basinTimeZone, todayInBasin } from '#lib/calendar.ts';
import { initialState } from '#lib/table/state.ts';
import { HttpProblem } from '../../http/problems.ts';
import { registerEndpoint } from '../../http/register-endpoint.ts';
import { readDailyFile } from './daily-file.ts';
import { toPlainFile, toTableFile } from './data-file.ts';
import { findParameter, findSites, parseNames } from './find-sites.ts';
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
