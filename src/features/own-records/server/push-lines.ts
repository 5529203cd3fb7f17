import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import type { Basin } from '#contract/basin/basin.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { StoreTransaction } from '#server/db/store.ts';
import { HttpProblem } from '#server/http/problems.ts';
import { maxPushedReadings, type pushReadings } from '../contract.ts';
import type { OwnPlace } from './own-sites.ts';
import { conversionTo, faultOfInstant, toStored } from './stored-value.ts';

export type LineAnswer = ResponseOf<typeof pushReadings>['readings'][number];

const Line = z.strictObject(
  {
    id: z.optional(z.string('an id is text').check(z.minLength(1), z.maxLength(100))),
    /** The site of the token; a sender may name it to be sure. */
    site: z.optional(z.string()),
    parameter: z.string('has no parameter'),
    at: z.iso.datetime({ offset: true, error: 'has no time such as 2026-04-07T08:15:00-06:00' }),
    value: z.number('has no number'),
    unit: z.string('has no unit'),
  },
  'is not a reading, or has a field that is not known',
);

/** One for each reading: what was sent, or why it cannot be read. @throws HttpProblem 400, 413 */
export function readBody(body: readonly unknown[] | string): readonly unknown[] {
  const lines = typeof body === 'string' ? body.split('\n').filter((line) => line.trim() !== '') : body;
  if (lines.length > maxPushedReadings)
    throw new HttpProblem(
      413,
      `Send at most ${maxPushedReadings} readings at once; these are ${lines.length}.`,
    );
  return typeof body === 'string' ? lines.map((line) => parseLine(String(line))) : lines;
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return new SyntaxError('is not JSON');
  }
}

/** A reading that can be stored. */
export type Pushed = {
  readonly line: number;
  readonly id: string | null;
  readonly parameter: number;
  readonly at: number;
  readonly value: number;
};

export function toPushed(
  { place, basin, now }: { place: OwnPlace; basin: Basin; now: Date },
  sent: unknown,
  line: number,
): Pushed | { readonly id: string | null; readonly reason: string } {
  if (sent instanceof SyntaxError) return { id: null, reason: sent.message };
  const parsed = Line.safeParse(sent);
  if (!parsed.success) {
    const { id } = z.safeParse(z.looseObject({ id: z.string() }), sent).data ?? {};
    return { id: id?.slice(0, 100) ?? null, reason: parsed.error.issues[0]?.message ?? 'is not a reading' };
  }
  const { id = null, site, unit, value } = parsed.data;
  const refuse = (reason: string) => ({ id, reason });
  if (site !== undefined && site.toUpperCase() !== place.loc_id)
    return refuse(`This token writes ${place.loc_id} only`);
  const parameter = place.parameters.find(({ parameter_name }) => parameter_name === parsed.data.parameter);
  if (!parameter) return refuse(`${place.loc_id} has no ${parsed.data.parameter.slice(0, 60)}`);
  const conversion = conversionTo(unit, parameter.units_name, basin.miners_inches_per_cfs);
  if (!conversion) return refuse(`${unit.slice(0, 40)} cannot be converted to ${parameter.units_name}`);
  const at = Date.parse(parsed.data.at);
  const fault = faultOfInstant(at, now);
  if (fault !== undefined) return refuse(fault);
  const stored = toStored(value, conversion);
  if (typeof stored === 'string') return refuse(stored);
  return { line, id, at, parameter: parameter.parameter_ndx, value: stored };
}

export type AnswerLine = (line: number, status: LineAnswer['status'], reason?: string) => void;

/** Refuses readings of one time, or one id, that say different things: nobody knows which is right. */
export function refuseContradictions(read: readonly Pushed[], answer: AnswerLine): readonly Pushed[] {
  const timeOf = ({ parameter, at }: Pushed) => `${parameter} ${at}`;
  const bySame = (keyOf: (each: Pushed) => string, contentOf: (each: Pushed) => string, reason: string) =>
    [...Map.groupBy(read, keyOf).values()].flatMap((same) => {
      if (new Set(same.map(contentOf)).size === 1) return [];
      for (const { line } of same) answer(line, 'refused', reason);
      return same;
    });
  const refused = new Set([
    ...bySame(timeOf, ({ value }) => String(value), 'is not the only value of its time'),
    ...bySame(
      ({ id, line }) => (id === null ? `line ${line}` : `id ${id}`),
      (each) => `${timeOf(each)} ${each.value}`,
      'has an id of another reading',
    ),
  ]);
  return read.filter((each) => !refused.has(each));
}

const Known = z.object({ id: z.string(), parameter: z.int(), at: z.number(), value: z.nullable(z.number()) });

/** Leaves out readings whose ids were stored before; refuses those that say something else now. */
export async function withoutKnownIds(
  tx: StoreTransaction,
  location: number,
  read: readonly Pushed[],
  answer: AnswerLine,
): Promise<readonly Pushed[]> {
  const ids = read.flatMap(({ id }) => id ?? []);
  const known = await tx.query(
    sql`select client_id as id, parameter_ndx as parameter, (extract(epoch from at) * 1000)::float8 as at, value
      from own_reading where loc_ndx = ${location}::int
        and client_id = any(array(select json_array_elements_text(${JSON.stringify(ids)}::text::json)))`,
    Known,
  );
  const byId = new Map(known.map((each) => [each.id, each]));
  return read.filter(({ line, id, parameter, at, value }) => {
    const stored = byId.get(id ?? '');
    if (!stored) return true;
    const isSame = stored.parameter === parameter && stored.at === at && stored.value === value;
    answer(
      line,
      isSame ? 'same' : 'refused',
      isSame ? undefined : 'has an id that was sent before with another reading',
    );
    return false;
  });
}
