import type { FastifyInstance } from 'fastify';
import { readFillLink, readOutlookLink } from '#contract/data-links.ts';
import { Fill } from '#contract/fill.ts';
import { Outlook } from '#contract/outlook.ts';
import { acreFeetPerCfsDay } from '#domain/cumulative-volume.ts';
import { demonstrationNote } from '#domain/demonstration.ts';
import { fillFileNames, fillTable } from '#downloads/fill-tables.ts';
import { fillSource, fillTitle } from '#downloads/fill-title.ts';
import { outlookFileNames, outlookTable } from '#downloads/outlook-tables.ts';
import { outlookSource, outlookTitle } from '#downloads/outlook-title.ts';
import { toLines } from '#lib/csv.ts';
import { HttpProblem } from '../../http/problems.ts';
import { registerEndpoint } from '../../http/register-endpoint.ts';
import { countLine, toPlainFile } from './data-file.ts';
import type { createFileServer } from './serve-file.ts';
import type { DataLinkServices } from './services.ts';

/** Registers the files of outlooks and of what it takes to fill. */
export function registerOutlookLinks(
  app: FastifyInstance,
  { outlooks }: DataLinkServices,
  files: ReturnType<typeof createFileServer>,
) {
  registerEndpoint(app, readOutlookLink, async ({ params, query }, request) => {
    const { point, issued, of = 'volumes', notes } = query;
    return files.serve({ request, format: params.format, notes }, async () => {
      const { body } = await outlooks.readOutlook(point, issued);
      const outlook = Outlook.parse(JSON.parse(body.toString()));
      const table = outlookTable(of, outlook);
      if (!table) throw new HttpProblem(404, `There is no forecast. ${outlook.reasons.join(' ')}`);
      return {
        name: `Outlook ${point} ${outlook.issued} ${of}`,
        notes: {
          title: `${outlookFileNames[of]}: ${outlookTitle(outlook)}`,
          source: outlookSource(outlook),
          units: `in the header; 1 cfs-day = ${acreFeetPerCfsDay} acre-feet (AF)`,
          period: `issued ${outlook.issued}, ${outlook.period.from} to ${outlook.period.to}`,
          count: countLine(table.rows.length, 'Rows'),
          remarks: outlook.is_demonstration ? [demonstrationNote] : [],
        },
        ...toPlainFile(toLines(table)),
      };
    });
  });

  registerEndpoint(app, readFillLink, async ({ params, query }, request) => {
    const { reservoir, of = 'figures', notes, ...question } = query;
    return files.serve({ request, format: params.format, notes }, async () => {
      const { body } = await outlooks.readFill(reservoir, question);
      const fill = Fill.parse(JSON.parse(body.toString()));
      const table = fillTable(of, fill);
      return {
        name: `Fill ${reservoir} ${fill.issued} ${of}`,
        notes: {
          title: `${fillFileNames[of]}: ${fillTitle(fill)}`,
          source: fillSource(fill),
          units: 'in the header or the column Unit',
          period: `from ${fill.issued} to ${fill.by}`,
          count: countLine(table.rows.length, 'Rows'),
          remarks: [...fill.reasons, ...(fill.is_demonstration ? [demonstrationNote] : [])],
        },
        ...toPlainFile(toLines(table)),
      };
    });
  });
}
