import { sql } from 'drizzle-orm/sql';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Basin } from '#contract/basin/basin.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { todayInBasin } from '#lib/basin-clock.ts';
import { bearerToken } from '#server/access/access-control.ts';
import { hashOfToken } from '#server/access/personal-tokens.ts';
import type { Queryable } from '#server/db/queryable.ts';
import type { Store } from '#server/db/store.ts';
import { HttpProblem, unauthorized } from '#server/http/problems.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { pushReadings } from '../contract.ts';
import { recomputeAround } from './enter-reading.ts';
import { type OwnPlace, readOwnPlace, unitsAt } from './own-sites.ts';
import {
  type LineAnswer,
  type Pushed,
  readBody,
  refuseContradictions,
  toPushed,
  withoutKnownIds,
} from './push-lines.ts';
import { addOrigin, claimTerms, storeReadings, termsOfEntry } from './store-readings.ts';
import { faultOfCounter } from './stored-value.ts';
import { countInRun, writeEntries } from './writing.ts';

type Answer = ResponseOf<typeof pushReadings>;

const ndjson = 'application/x-ndjson';

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

type Work = {
  readonly store: Store;
  readonly basin: Basin;
  readonly place: OwnPlace;
  readonly token: Token;
  readonly now: Date;
};

async function push(work: Work, lines: readonly unknown[]): Promise<Answer> {
  const unanswered = { status: 'refused', reason: 'was not stored' } as const;
  const answers: LineAnswer[] = lines.map((_, at) => ({ line: at + 1, id: null, ...unanswered }));
  const answer = (line: number, status: LineAnswer['status'], reason?: string) => {
    const { id = null } = answers[line - 1] ?? {};
    answers[line - 1] = { line, id, status, ...(reason !== undefined && { reason }) };
  };
  const read = lines.flatMap((sent, at): Pushed[] => {
    const pushed = toPushed(work, sent, at + 1);
    answers[at] = { line: at + 1, id: pushed.id, ...unanswered };
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
      const fresh = await withoutKnownIds(tx, work.place.loc_ndx, refuseContradictions(read, answer), answer);
      const origin =
        fresh.length > 0 ? await addOrigin(tx, { way: 'push', by: work.token.name, run: writer.run }) : 0;
      for (const [parameter, sent] of Map.groupBy(fresh, (each) => each.parameter)) {
        const key = { loc_ndx: work.place.loc_ndx, parameter_ndx: parameter };
        const terms = await termsOfEntry(tx, key, unitsAt(work.place, parameter));
        const refusal = await claimTerms(tx, key, terms).catch(toRefusal);
        const some = sent.filter(({ line, value }) => {
          const fault = terms.kind === 'counter' ? faultOfCounter(value, terms.wraps_at) : undefined;
          const reason = refusal ?? fault;
          if (reason !== undefined) answer(line, 'refused', reason);
          return reason === undefined;
        });
        if (some.length === 0) continue;
        // The same twice is once.
        const once = [...new Map(some.toReversed().map((each) => [each.at, each])).values()].toReversed();
        const outcomes = await storeReadings(
          tx,
          key,
          {
            times: once.map(({ at }) => at),
            values: once.map(({ value }) => value),
            ids: once.map(({ id }) => id),
          },
          { origin },
        );
        for (const { line } of some) answer(line, 'same');
        for (const [at, { line }] of once.entries()) answer(line, outcomes[at] ?? 'same');
        const changed = once.filter((_, at) => outcomes[at] !== 'same').map(({ at }) => at);
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

/** Why readings cannot be part of a record. */
function toRefusal(error: unknown): string {
  if (error instanceof HttpProblem) return error.message;
  throw error;
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
