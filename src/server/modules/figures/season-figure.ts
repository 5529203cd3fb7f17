import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import type { Figure } from '#contract/figure.ts';
import type { StandingRecord } from '#contract/water-year.ts';
import { describeSource } from '#domain/demonstration.ts';
import { isNormal, normalsBeside } from '#domain/normals.ts';
import { describePercentOfMedian } from '#domain/percent-of.ts';
import { describeQuantity } from '#domain/quantity.ts';
import { describeRank } from '#domain/rank-text.ts';
import { pathOfSite } from '#domain/site-path.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { waterYear } from '#domain/water-year.ts';
import { dayNumber, formatUsDate } from '#lib/calendar.ts';
import { countOf } from '#lib/count-text.ts';
import { HttpProblem } from '../../http/problems.ts';
import { comparisonOf, standingRecordOf } from '../water-year/comparison.ts';
import { readComparedRecord, readLatestRecord } from '../water-year/measured-record.ts';
import { type FigureContext, requireOpen } from './figure-context.ts';

const RecordRow = z.object({
  loc_ndx: z.int(),
  loc_id: z.string(),
  loc_name: z.string(),
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
  const { from } = context;
  const found = await findRecord(context, site, parameter);
  const { loc_ndx, loc_id, loc_name, data_provider, parameter_ndx, parameter_name } = found;
  const address = { parameter: String(parameter_ndx), location: String(loc_ndx) };
  const settings = { kind: 'water', measure: 'value' } as const;
  const standing = standingRecordOf(await readLatestRecord(from, address, settings), settings.kind);
  const { latest } = standing;
  if (!latest) throw new HttpProblem(404, `${loc_name} has no value of ${parameter_name}.`);
  const year = waterYear(dayNumber(latest.rdate));
  const wanted = [String(year), String(year - 1), ...normalsBeside([])];
  const all = comparisonOf(await readComparedRecord(from, address, wanted, settings), wanted, settings.kind);
  const isDemonstration = standing.is_demonstration;
  const source = describeSource([{ name: loc_name, provider: data_provider, isDemonstration }]);
  const { value, comparisons } = describeLatest(standing, latest);
  const day = formatUsDate(latest.rdate);
  return {
    title: `${parameter_name} at ${loc_name}`,
    text: `On ${day}: ${[value, ...comparisons.map((each) => each.phrase)].join('; ')}.`,
    facts: [
      { label: `Last value, ${day}`, value },
      ...comparisons.map(({ label, value: text }) => ({ label, value: text })),
    ],
    source,
    through: latest.rdate,
    path: `${pathOfSite(loc_ndx)}?parameter=${parameter_ndx}`,
    season: {
      records: all.filter((each) => !isNormal(each)),
      normals: all.filter(isNormal),
      facts: {
        parameter: parameter_ndx,
        year: settings.kind,
        measure: settings.measure,
        isReversed: context.reversedParameters.has(parameter_ndx),
        capacity: parameter_ndx === parameterNdx.storage ? context.capacities.get(loc_id) : undefined,
        source,
        isDemonstration,
      },
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
  requireOpen(context, [first.data_provider]);
  const isNamed = (name: string | null) => name?.toLowerCase() === parameter.toLowerCase();
  const row = rows.find(({ parameter_name }) => isNamed(parameter_name));
  if (row?.parameter_ndx && row.parameter_name) {
    return { ...row, parameter_ndx: row.parameter_ndx, parameter_name: row.parameter_name };
  }
  const names = rows.flatMap(({ parameter_name }) => parameter_name ?? []);
  const has = names.length === 0 ? 'no values' : names.join(', ');
  throw new HttpProblem(404, `${first.loc_name} has no such parameter. It has ${has}.`);
}

function describeLatest(
  { parameter_ndx, units_name: unit }: StandingRecord,
  {
    value,
    approval,
    rank,
    low_rank,
    years,
    median,
    percent_of_median,
    count,
  }: NonNullable<StandingRecord['latest']>,
) {
  const isDepth = parameter_ndx === parameterNdx.depthToWater;
  const ranked = describeRank({ rank, lowRank: low_rank, years });
  const rankText = isDepth ? `water level ${ranked}` : ranked;
  const percent = describePercentOfMedian(percent_of_median);
  return {
    value: `${describeQuantity(value, unit)}${approval === 'P' ? ', provisional' : ''}`,
    comparisons: [
      ...(median === null
        ? []
        : [
            {
              label: `Median of the date, ${countOf(count ?? 0, 'year')}`,
              value: describeQuantity(median, unit),
              phrase: `median ${describeQuantity(median, unit)}`,
            },
          ]),
      ...(percent === undefined
        ? []
        : [{ label: 'Compared with the median', value: percent, phrase: percent }]),
      { label: 'Among the years on record', value: rankText, phrase: rankText },
    ],
  };
}
