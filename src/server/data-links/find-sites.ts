import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import { parameterFields, siteFields } from '#contract/record-fields.ts';
import { describeDeliverers } from '#domain/deliverer.ts';
import type { Queryable } from '../db/queryable.ts';
import { HttpProblem } from '../http/problems.ts';

const LinkedSite = z.object({
  ...siteFields,
  data_provider_name: z.string(),
  source: z.nullable(z.string()),
});
export type LinkedSite = z.output<typeof LinkedSite>;

const ParameterRow = z.object(parameterFields);
type ParameterRow = z.output<typeof ParameterRow>;

/** Splits `a,b` or the values of a repeated parameter; each name once. */
export function parseNames(value: string | readonly string[]): readonly string[] {
  const names = [value].flat().flatMap((text) => text.split(',').map((name) => name.trim()));
  return [...new Set(names.filter((name) => name !== ''))];
}

/**
 * Finds a parameter by its name, in any case, or its number.
 * @throws HttpProblem 404 that lists the parameters
 */
export async function findParameter(from: Queryable, text: string): Promise<ParameterRow> {
  const all = await from.query(
    sql`select parameter_ndx, parameter_name, units_name from parameter order by parameter_name`,
    ParameterRow,
  );
  const wanted = text.trim().toLowerCase();
  const found = all.find(
    ({ parameter_ndx, parameter_name }) =>
      parameter_name.toLowerCase() === wanted || String(parameter_ndx) === wanted,
  );
  if (found) return found;
  const names = all.map(({ parameter_name }) => parameter_name).join(', ');
  throw new HttpProblem(404, `There is no parameter ${text}. The portal has: ${names}.`);
}

/**
 * Finds sites by the agencies' numbers, in the order of the numbers.
 * @throws HttpProblem 400 without a number, 404 that names those that the portal does not have
 */
export async function findSites(
  from: Queryable,
  numbers: readonly string[],
  parameter: number,
): Promise<readonly LinkedSite[]> {
  if (numbers.length === 0) throw new HttpProblem(400, 'site: must name at least one site.');
  const rows = await from.query(
    sql`select l.loc_ndx, l.loc_id, l.loc_name, d.data_provider_name, lp.source
      from location l
      join data_provider d using (data_provider_ndx)
      left join location_parameter lp on lp.loc_ndx = l.loc_ndx and lp.parameter_ndx = ${parameter}::int
      where l.is_shown
        and l.loc_id = any(array(select json_array_elements_text(${JSON.stringify(numbers)}::text::json)))`,
    LinkedSite,
  );
  const byNumber = new Map(rows.map((row) => [row.loc_id, row]));
  const unknown = numbers.filter((number) => !byNumber.has(number));
  if (unknown.length > 0) {
    throw new HttpProblem(
      404,
      `The portal has no site ${unknown.join(', ')}. The file /api/data/sites.csv lists the numbers of all sites.`,
    );
  }
  return numbers.flatMap((number) => byNumber.get(number) ?? []);
}

type SeriesFields = Pick<LinkedSite, 'data_provider_name' | 'source'>;

/** Where the values of sites are from. */
export function sourceOfSites(sites: readonly SeriesFields[]): string {
  return describeDeliverers(sites.map(({ data_provider_name: provider, source }) => ({ provider, source })));
}

/**
 * Finds a site by the agency's number, whose values the caller may read.
 * @param requireReadable throws where the caller may not read the values
 * @throws HttpProblem 404 for an unknown site, 401 for one whose values the caller may not read
 */
export async function findSite(
  from: Queryable,
  { number, parameter }: { readonly number: string; readonly parameter: number },
  requireReadable: (locations: readonly number[]) => Promise<void>,
) {
  const found = await findSites(from, [number], parameter);
  await requireReadable(found.map(({ loc_ndx }) => loc_ndx));
  const [site] = found;
  if (!site) throw new HttpProblem(404, `The portal has no site ${number}.`);
  return { ...site, location: String(site.loc_ndx), source: sourceOfSites(found) };
}
