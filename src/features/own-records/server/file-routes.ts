import { sql } from 'drizzle-orm/sql';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { Basin } from '#contract/basin/basin.ts';
import { toErrorMessage } from '#lib/errors.ts';
import type { Caller } from '#server/access/access-control.ts';
import { requireUnblocked } from '#server/access/people.ts';
import { intArraySql, isoInstantSql, type Queryable } from '#server/db/queryable.ts';
import type { Store } from '#server/db/store.ts';
import { uploadedBody } from '#server/files/store-file.ts';
import { HttpProblem, unauthorized } from '#server/http/problems.ts';
import { registerEndpoint, toRouteOptions } from '#server/http/register-endpoint.ts';
import { createWriteDeadline } from '#server/http/write-deadline.ts';
import type { ImportRunner } from '#server/imports/import-runner.ts';
import {
  listMappings,
  NamedMapping,
  OwnFileState,
  previewOwnFile,
  readOwnFile,
  saveMapping,
  storeOwnFile,
  uploadOwnFile,
} from '../contract.ts';
import { createMayWrite, readOwnPlaces } from './own-sites.ts';
import { fileSource, findFile, previewFile, receiveFile, removeOldFiles } from './uploads.ts';

type Work = {
  readonly store: Store;
  readonly basin: () => Basin;
  readonly imports: ImportRunner;
  readonly folder: string;
};

/** Registers the door for files of one's own: upload, preview, store, and what files mean by name. */
export function registerFileRoutes(app: FastifyInstance, { store, basin, imports, folder }: Work): void {
  /** Why an import of a file did not begin. */
  const faults = new Map<string, string>();

  app.route({
    ...toRouteOptions(uploadOwnFile),
    bodyLimit: Number.MAX_SAFE_INTEGER,
    handler: async (request, reply) => {
      const { caller } = request;
      if (!caller) throw unauthorized('none');
      await requireWriter(store, basin(), caller);
      const { name } = uploadOwnFile.query.parse(request.query);
      const file = await createWriteDeadline().run(
        () => receiveFile(store, folder, { body: uploadedBody(request), name, by: caller.subject }),
        (transaction) => requireUnblocked(transaction, caller.subject, undefined),
      );
      const running = imports.isRunning() ? imports.current()?.source : undefined;
      await removeOldFiles(store, folder, { by: caller.subject, latest: file.id, running });
      return reply.header('cache-control', 'no-store').send(file);
    },
  });

  registerEndpoint(app, previewOwnFile, async ({ params, body, caller }) => {
    const file = await findFile(store, params.id, caller.subject);
    const mayWrite = await createMayWrite(store, caller);
    return previewFile(file.path, {
      store,
      basin: basin(),
      mapping: body.mapping,
      mayWrite,
      now: new Date(),
    });
  });

  registerEndpoint(app, storeOwnFile, async ({ params: { id }, body, caller }) => {
    await findFile(store, id, caller.subject);
    const mayWrite = await createMayWrite(store, caller);
    const places = await readOwnPlaces(store, basin());
    imports.refuseWhileRunning();
    const writes = places.map(({ loc_ndx }) => loc_ndx).filter(mayWrite);
    await store.query(
      sql`update own_file set mapping = ${JSON.stringify(body.mapping)}::text::jsonb, run = null,
        writes_all = ${mayWrite(null)}, writes = ${intArraySql(writes)} where id = ${id}::uuid`,
    );
    faults.delete(id);
    const { finished } = imports.start(
      { source: `${fileSource}${id}`, acceptMagnitude: body.accept_magnitude },
      caller.subject,
    );
    finished.catch((error: unknown) => faults.set(id, toErrorMessage(error)));
    return { ...none, status: 'running' as const };
  });

  registerEndpoint(app, readOwnFile, async ({ params: { id }, caller }) => {
    const { run } = await findFile(store, id, caller.subject);
    const state = run === null ? undefined : await readState(store, run);
    const fault = faults.get(id);
    if (state) return state;
    if (fault !== undefined) return { ...none, status: 'failed' as const, messages: [fault] };
    return imports.isRunning() && imports.current()?.source === `${fileSource}${id}`
      ? { ...none, status: 'running' as const }
      : none;
  });

  registerEndpoint(app, listMappings, () => readMappings(store));
  registerEndpoint(app, saveMapping, async ({ body: { name, mapping }, caller }) => {
    await requireWriter(store, basin(), caller);
    await store.query(
      mapping === null
        ? sql`delete from own_mapping where name = ${name}`
        : sql`insert into own_mapping (name, mapping, changed_by)
            values (${name}, ${JSON.stringify(mapping)}::text::jsonb, ${caller.subject})
            on conflict (name) do update set mapping = excluded.mapping, changed_at = now(),
              changed_by = excluded.changed_by`,
    );
    return readMappings(store);
  });
}

const none: OwnFileState = {
  ...{ status: 'uploaded', rows_read: 0, rows_written: 0, rows_unchanged: 0, rows_rejected: 0, messages: [] },
};

/** @throws HttpProblem 403 for somebody who may write no site */
async function requireWriter(store: Queryable, basin: Basin, caller: Caller): Promise<void> {
  const mayWrite = await createMayWrite(store, caller);
  const places = await readOwnPlaces(store, basin);
  if (!mayWrite(null) && !places.some(({ loc_ndx }) => mayWrite(loc_ndx)))
    throw new HttpProblem(403, 'You may write the readings of no site. Ask an Administrator.');
}

const Remarks = z.optional(z.array(z.object({ name: z.string(), message: z.string() })));
const RunRow = z.extend(z.omit(OwnFileState, { messages: true }), {
  report: z.nullable(
    z.object({
      failures: Remarks,
      incomplete: Remarks,
      series: z.optional(z.array(z.object({ name: z.string(), notes: z.array(z.string()) }))),
    }),
  ),
});

async function readState(from: Queryable, run: number): Promise<OwnFileState | undefined> {
  const [row] = await from.query(
    sql`select status, rows_read, rows_written, rows_unchanged, rows_rejected, report
      from ingest_run where ingest_run_ndx = ${run}::int`,
    RunRow,
  );
  if (!row) return undefined;
  const { report, ...state } = row;
  const { failures = [], incomplete = [], series = [] } = report ?? {};
  const remarks = [...failures, ...incomplete].map(({ name, message }) => `${name}: ${message}`);
  const notes = series.flatMap(({ name, notes }) => notes.map((note) => `${name}: ${note}`));
  return { ...state, messages: [...remarks, ...notes] };
}

async function readMappings(from: Queryable) {
  const mappings = await from.query(
    sql`select name, mapping, ${isoInstantSql(sql`changed_at`, '.MS')} as changed_at, changed_by
      from own_mapping order by name`,
    NamedMapping,
  );
  return { mappings };
}
