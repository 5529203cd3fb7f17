import { sql } from 'drizzle-orm/sql';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Basin } from '#contract/basin/basin.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { convertUnit, findConversion } from '#ingest/reading/units.ts';
import { todayInBasin } from '#lib/calendar.ts';
import { bearerToken } from '#server/access/access-control.ts';
import { hashOfToken } from '#server/access/personal-tokens.ts';
import type { Queryable } from '#server/db/queryable.ts';
import type { Store, StoreTransaction } from '#server/db/store.ts';
import { HttpProblem, unauthorized } from '#server/http/problems.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { maxPushedReadings, pushReadings } from '../contract.ts';
import { recomputeAround } from './enter-reading.ts';
import { type OwnPlace, readOwnPlace } from './own-sites.ts';
import {
  addOrigin,
  claimTerms,
  describeOtherTerms,
  handTerms,
  readTerms,
  storeReadings,
} from './store-readings.ts';
import { countInRun, writeEntries } from './writing.ts';

type Answer = ResponseOf<typeof pushReadings>;
type LineAnswer = Answer['readings'][number];

const ndjson = 'application/x-ndjson';
const maxAheadMs = 5 * 60_000;
const earliest = Date.UTC(1800, 0);

/** Registers the call by which loggers and telemetry send readings. */
export function registerPush(
  app: FastifyInstance,
  { store, basin }: { store: Store; basin: () => Basin },
): void {
  const tokens = new WeakMap<FastifyRequest, Token>();
  app.register(async (scope) => {
    scope.addContentTypeParser(ndjson, { parseAs: 'string' }, (_request, body, done) => done(null, body));
    // Before the body is read.
    scope.addHook('preParsing', async (request) => {
      tokens.set(request, await requireToken(store, bearerToken(request)));
    });
    registerEndpoint(scope, pushReadings, async ({ body }, request) => {
      const token = tokens.get(request);
      if (!token) throw unauthorized('none');
      const place = await readOwnPlace(store, basin(), token.loc_ndx);
      return push({ store, basin: basin(), place, token, now: new Date() }, readBody(body));
    });
  });
}

const Token = z.object({ id: z.string(), loc_ndx: z.int(), name: z.string(), ends_on: z.string() });
type Token = z.output<typeof Token>;

/** @throws HttpProblem 401 */
async function requireToken(store: Queryable, token: string | undefined): Promise<Token> {
  if (token === undefined) throw unauthorized('none', 'Send the write token of a site as a bearer token.');
  const [row] = await store.query(
    sql`select id::text as id, loc_ndx, name, ends_on::text as ends_on from own_token
      where token_hash = ${hashOfToken(token)}`,
    Token,
  );
  if (!row) throw unauthorized('invalid', 'This write token is not known, or it was revoked.');
  if (row.ends_on < todayInBasin(new Date()))
    throw unauthorized('invalid', `This write token ended with ${row.ends_on}.`);
  return row;
}

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
function readBody(body: readonly unknown[] | string): readonly unknown[] {
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
type Pushed = {
  readonly line: number;
  readonly id: string | null;
  readonly parameter: number;
  readonly at: number;
  readonly value: number;
};

type Work = {
  readonly store: Store;
  readonly basin: Basin;
  readonly place: OwnPlace;
  readonly token: Token;
  readonly now: Date;
};

async function push(work: Work, lines: readonly unknown[]): Promise<Answer> {
  const answers: LineAnswer[] = lines.map((_, at) => ({ line: at + 1, id: null, status: 'same' }));
  const answer = (line: number, status: LineAnswer['status'], reason?: string) => {
    const { id = null } = answers[line - 1] ?? {};
    answers[line - 1] = { line, id, status, ...(reason !== undefined && { reason }) };
  };
  const read = lines.flatMap((sent, at): Pushed[] => {
    const pushed = toPushed(work, sent, at + 1);
    answers[at] = { line: at + 1, id: pushed.id, status: 'same' };
    if (!('reason' in pushed)) return [pushed];
    answer(at + 1, 'refused', pushed.reason);
    return [];
  });
  const entry = { ...work, location: work.place.loc_ndx, kind: 'pushed readings' as const };
  if (read.length > 0)
    await writeEntries(entry, async (tx, writer) => {
      await tx.query(
        sql`update own_token set last_used_at = now() where id = ${work.token.id}::uuid
          and (last_used_at is null or last_used_at < now() - interval '1 hour')`,
      );
      const fresh = await withoutKnownIds(tx, work.place.loc_ndx, refuseRepeated(read, answer), answer);
      const origin =
        fresh.length > 0 ? await addOrigin(tx, { way: 'push', by: work.token.name, run: writer.run }) : 0;
      for (const [parameter, some] of Map.groupBy(fresh, (each) => each.parameter)) {
        const key = { loc_ndx: work.place.loc_ndx, parameter_ndx: parameter };
        const refusal = describeOtherTerms(await readTerms(tx, key), handTerms);
        if (refusal !== undefined) {
          for (const { line } of some) answer(line, 'refused', refusal);
          continue;
        }
        await claimTerms(tx, key, handTerms);
        const outcomes = await storeReadings(
          tx,
          key,
          {
            times: some.map(({ at }) => at),
            values: some.map(({ value }) => value),
            ids: some.map(({ id }) => id),
          },
          { origin },
        );
        for (const [at, { line }] of some.entries()) answer(line, outcomes[at] ?? 'same');
        const changed = some.filter((_, at) => outcomes[at] !== 'same').map(({ at }) => at);
        for (const [first, last] of toStretches(changed))
          await recomputeAround(tx, writer, work.place, parameter, first, last);
      }
      const count = toCounts(answers);
      await countInRun(tx, writer.run, {
        read: answers.length,
        written: count.stored + count.revised,
        rejected: count.refused,
      });
    });
  return { ...toCounts(answers), readings: answers };
}

function toCounts(answers: readonly LineAnswer[]) {
  const count = (status: LineAnswer['status']) => answers.filter((each) => each.status === status).length;
  return {
    stored: count('stored'),
    same: count('same'),
    revised: count('revised'),
    refused: count('refused'),
  };
}

const maxGapMs = 60 * 86_400_000;

/** Divides times into stretches without long gaps: of a late reading, not all days until now are computed again. */
export function toStretches(times: readonly number[]): (readonly [first: number, last: number])[] {
  const stretches: [number, number][] = [];
  for (const time of times.toSorted((one, other) => one - other)) {
    const last = stretches.at(-1);
    if (last && time - last[1] <= maxGapMs) last[1] = time;
    else stretches.push([time, time]);
  }
  return stretches;
}

function toPushed(
  { place, basin, now }: Work,
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
  const conversion = findConversion(unit, parameter.units_name, basin.miners_inches_per_cfs);
  if (!conversion && unit !== parameter.units_name)
    return refuse(`${unit.slice(0, 40)} cannot be converted to ${parameter.units_name}`);
  const at = Date.parse(parsed.data.at);
  if (at > now.getTime() + maxAheadMs) return refuse('is in the future');
  if (at < earliest) return refuse('is before 1800');
  return {
    ...{ line, id, at, parameter: parameter.parameter_ndx },
    value: conversion ? convertUnit(value, conversion) : value,
  };
}

type AnswerLine = (line: number, status: LineAnswer['status'], reason?: string) => void;

/** Refuses readings of one time, or one id, that say different things: nobody knows which is right. The same twice is once. */
function refuseRepeated(read: readonly Pushed[], answer: AnswerLine): readonly Pushed[] {
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
  const seen = new Set<string>();
  return read.filter((each) => {
    const isAgain = seen.has(timeOf(each));
    seen.add(timeOf(each));
    return !refused.has(each) && !isAgain;
  });
}

const Known = z.object({ id: z.string(), parameter: z.int(), at: z.number(), value: z.nullable(z.number()) });

/** Leaves out readings whose ids were stored before; refuses those that say something else now. */
async function withoutKnownIds(
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
