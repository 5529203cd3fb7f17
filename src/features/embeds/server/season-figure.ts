import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import { siteFields } from '#contract/record-fields.ts';
import { delivererOf } from '#domain/deliverer.ts';
import { describeFinding, type Finding } from '#domain/finding/finding.ts';
import { pathOfSite } from '#domain/page-paths.ts';
import { describeQuantity } from '#domain/quantity.ts';
import { normalsBeside } from '#domain/statistics/normals.ts';
import { waterYear } from '#domain/water-year.ts';
import { dayNumber, formatDay, formatUsDate } from '#lib/calendar.ts';
import { countOf } from '#lib/count-text.ts';
import { readFindings } from '#server/db/findings.ts';
import { HttpProblem } from '#server/http/problems.ts';
import { comparisonOf } from '#server/water-year/comparison.ts';
import { readComparedRecord } from '#server/water-year/measured-record.ts';
import type { Figure } from '../contract.ts';
import { type FigureContext, toFigureBar, withheldFigure } from './figure-context.ts';
import { divideNormals } from './storage-figure.ts';

const RecordRow = z.object({
  ...siteFields,
  data_provider: z.string(),
  parameter_ndx: z.nullable(z.int()),
  parameter_name: z.nullable(z.string()),
});

/**
 * Reads this water year and the last one of a record, over its normals. `site` is the agency's id, `parameter` a name.
 * @throws HttpProblem 404 for an unknown site, and for a parameter without values there
 * @throws HttpProblem 403 for values that are not open
 */
export async function readSeasonFigure(
  context: FigureContext,
  { site, parameter }: { readonly site: string; readonly parameter: string },
): Promise<Figure> {
  const { from, on, scope } = context;
  const found = await findRecord(context, site, parameter);
  const { loc_ndx, loc_name, data_provider, parameter_ndx, parameter_name } = found;
  const address = { parameter: String(parameter_ndx), location: String(loc_ndx) };
  const settings = { kind: 'water', measure: 'value' } as const;
  const [finding] = await readFindings(from, [found], { ...scope, recentDays: 0 });
  if (finding?.is_withheld) throw withheldFigure(loc_name);
  if (!finding?.rdate) throw new HttpProblem(404, `${loc_name} has no value of ${parameter_name}.`);
  const { rdate, capacity } = finding;
  const year = waterYear(dayNumber(rdate));
  const wanted = [String(year), String(year - 1), ...normalsBeside([])];
  const record = await readComparedRecord(from, address, wanted, settings);
  const all = comparisonOf(record, wanted, settings.kind);
  const source = delivererOf({ provider: data_provider, source: record.source });
  return {
    title: `${parameter_name} at ${loc_name}`,
    ...describeRecord(finding, rdate, { today: formatDay(on) }),
    source,
    through: rdate,
    path: `${pathOfSite(loc_ndx)}?parameter=${parameter_ndx}`,
    season: {
      ...{ parameter_ndx, capacity },
      is_reversed: context.reversedParameters.has(parameter_ndx),
      ...divideNormals(all),
    },
  };
}

async function findRecord(context: FigureContext, site: string, parameter: string) {
  const rows = await context.from.query(
    sql`select l.loc_ndx, l.loc_id, l.loc_name, d.data_provider_name as data_provider,
        p.parameter_ndx, p.parameter_name
      from location l
      join data_provider d using (data_provider_ndx)
      left join location_parameter lp using (loc_ndx)
      left join parameter p using (parameter_ndx)
      where l.loc_id = upper(${site}::text) and l.is_shown
      order by p.parameter_ndx`,
    RecordRow,
  );
  const [first] = rows;
  if (!first) throw new HttpProblem(404, 'The portal shows no site with this id.');
  const isNamed = (name: string | null) => name?.toLowerCase() === parameter.toLowerCase();
  const row = rows.find(({ parameter_name }) => isNamed(parameter_name));
  if (row?.parameter_ndx && row.parameter_name) {
    return { ...row, parameter_ndx: row.parameter_ndx, parameter_name: row.parameter_name };
  }
  const names = rows.flatMap(({ parameter_name }) => parameter_name ?? []);
  const has = names.length === 0 ? 'no values' : names.join(', ');
  throw new HttpProblem(404, `${first.loc_name} has no such parameter. It has ${has}.`);
}

/** Says of a record in a figure what every other place says of it. */
export function describeRecord(
  finding: Finding,
  rdate: string,
  options: Parameters<typeof describeFinding>[1],
): Pick<Figure, 'text' | 'bar' | 'facts'> {
  const { of, units_name } = finding;
  const { value, amount, isProvisional, standing, comparison, state, sentence, bar } = describeFinding(
    finding,
    options,
  );
  const values = [value, amount, isProvisional ? 'provisional' : undefined];
  return {
    text: sentence,
    bar: toFigureBar(bar),
    facts: [
      { label: `Last value, ${formatUsDate(rdate)}`, value: values.filter(Boolean).join(', ') },
      { label: 'Where it stands', value: standing },
      ...(comparison === undefined ? [] : [{ label: 'Compared with the median', value: comparison }]),
      ...(of === null || state === 'ended'
        ? []
        : [
            {
              label: `Median of the ${of.period === 'day' ? 'date' : 'month'}, ${countOf(of.count, 'year')}`,
              value: describeQuantity(of.median, units_name),
            },
          ]),
    ],
  };
}
