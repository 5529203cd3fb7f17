import { sql } from 'drizzle-orm/sql';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { readDemonstration } from '#contract/demonstration.ts';
import {
  cancelImport,
  type ImportProgress,
  ImportRun,
  type ImportRunDetail,
  ImportRunSeries,
  type ImportRuns,
  listImportRuns,
  readCurrentImport,
  readImportRun,
  readImportSchedule,
  runsPerPage,
  saveImportSchedule,
  startImport,
} from '#contract/imports.ts';
import { todayInBasin } from '#lib/calendar.ts';
import { audit } from '../audit.ts';
import { countDemonstration } from '../db/demonstration.ts';
import { isoInstantSql, type Queryable } from '../db/queryable.ts';
import type { Store } from '../db/store.ts';
import { HttpProblem, recordNotFound } from '../http/problems.ts';
import { registerEndpoint } from '../http/register-endpoint.ts';
import { describeBusy, describePartial, type ImportRunner, type StartedImport } from './import-runner.ts';
import {
  findRunElsewhere,
  type OpenRun,
  readingsSource,
  readSchedule,
  type ScheduleTools,
  writeSchedule,
} from './schedule.ts';

const tools: ScheduleTools = { now: () => new Date(), random: Math.random };

/** Registers what Import Status does: start, watch, cancel and schedule imports, and their history. */
export function registerImportRoutes(app: FastifyInstance, store: Store, runner: ImportRunner) {
  const readProgress = async () => {
    if (runner.isRunning()) return runner.current();
    const other = await findRunElsewhere(store);
    return other ? toProgress(other) : runner.current();
  };

  registerEndpoint(app, startImport, async ({ body, caller: { subject: by } }, request) => {
    if (body.since !== undefined && body.since > todayInBasin(tools.now())) {
      throw new HttpProblem(400, `The day ${body.since} is in the future. Choose today or an earlier day.`);
    }
    refuseSomeReadings(body);
    await refuseWhileRunning(store, runner);
    // First, because an import cannot be taken back if this fails.
    await recordAction(store, by, 'start', body);
    const { accept_magnitude: acceptMagnitude, ...asked } = body;
    logFailure(runner.start({ ...asked, acceptMagnitude }, by), request.log);
    return { import: runner.current() ?? null };
  });

  registerEndpoint(app, readCurrentImport, async () => ({ import: (await readProgress()) ?? null }));

  registerEndpoint(app, cancelImport, async ({ caller: { subject: by } }) => {
    if (!runner.isRunning()) {
      const other = await findRunElsewhere(store);
      if (other)
        throw new HttpProblem(409, `${describeOther(other)} It runs in another process: stop it there.`);
      throw new HttpProblem(404, 'No import is running.');
    }
    await recordAction(store, by, 'cancel', { source: runner.current()?.source });
    runner.cancel(by);
    return { import: runner.current() ?? null };
  });

  registerEndpoint(app, readDemonstration, () => countDemonstration(store));

  registerEndpoint(app, readImportSchedule, async () => readSchedule(store));

  registerEndpoint(app, saveImportSchedule, ({ body, caller: { subject: actor } }) => {
    refuseSomeReadings(body);
    return store.transaction(async (transaction) => {
      const before = await readSchedule(transaction);
      await writeSchedule(transaction, body, actor, tools);
      const after = await readSchedule(transaction);
      const entity = { entity: 'import_schedule', entity_id: '1' };
      await audit(transaction, { actor, action: 'update', ...entity, before, after });
      return after;
    });
  });

  registerEndpoint(app, listImportRuns, async ({ query }) => readRuns(store, Number(query.page ?? 1)));

  registerEndpoint(app, readImportRun, async ({ params }) => {
    const run = await readRun(store, Number(params.id));
    if (!run) throw recordNotFound();
    return run;
  });
}

/** @throws HttpProblem 400 */
function refuseSomeReadings({ source, ...some }: { source: string; since?: unknown; sites?: unknown }): void {
  if (source === readingsSource && (some.since !== undefined || some.sites !== undefined))
    throw new HttpProblem(
      400,
      'The readings of the last hours are those of all series: leave since and sites out.',
    );
}

/** @throws HttpProblem 409 */
async function refuseWhileRunning(store: Store, runner: ImportRunner): Promise<void> {
  runner.refuseWhileRunning();
  const other = await findRunElsewhere(store);
  if (other) throw new HttpProblem(409, describeOther(other));
}

function logFailure({ finished }: StartedImport, log: FastifyBaseLogger): void {
  finished.then(
    ({ status }) => status === 'partial' && log.warn(describePartial('import')),
    (error: unknown) => log.warn({ err: error }, 'The import did not finish'),
  );
}

async function recordAction(store: Store, actor: string, action: string, after: unknown): Promise<void> {
  await audit(store, { actor, action, entity: 'import', entity_id: '1', before: null, after });
}

const describeOther = ({ source, started_by, started_at }: OpenRun) =>
  describeBusy(source, started_by ?? 'an earlier version', new Date(started_at));

function toProgress({ source, started_by, started_at }: OpenRun): ImportProgress {
  return {
    source,
    sites: null,
    since: null,
    started_by: started_by ?? 'command line',
    started_at,
    finished_at: null,
    status: 'running',
    is_stopping: false,
    is_elsewhere: true,
    series_done: 0,
    series_total: null,
    seconds_left: null,
    messages: [],
  };
}

const runColumns = sql`ingest_run_ndx::int as id, source, status, started_by, ${isoInstantSql(sql`started_at`)} as started_at,
  ${isoInstantSql(sql`finished_at`)} as finished_at, rows_read, rows_written, rows_unchanged, rows_rejected,
  coalesce((report->>'rows_flagged')::int, 0) as rows_flagged,
  coalesce((report->>'rows_revised')::int, 0) as rows_revised,
  coalesce((report->>'rows_removed')::int, 0) as rows_removed,
  coalesce(jsonb_array_length(report->'series'), 0) as series,
  nullif(report->'sites', 'null') as sites, coalesce(report->'failures', '[]') as failures,
  coalesce(report->'incomplete', '[]') as incomplete`;

/** Reads a page of the history, newest first; pages count from 1. */
async function readRuns(from: Queryable, page: number): Promise<ImportRuns> {
  const runs = await from.query(
    sql`select ${runColumns} from ingest_run order by ingest_run_ndx desc
      limit ${runsPerPage}::int offset ${(page - 1) * runsPerPage}::int`,
    ImportRun,
  );
  const [count] = await from.query(
    sql`select count(*)::int as total from ingest_run`,
    z.object({ total: z.int() }),
  );
  return { total: count?.total ?? 0, runs };
}

const Report = z.object({
  // Reports of earlier versions lack some fields.
  series: z.optional(
    z.array(
      z.extend(ImportRunSeries, {
        revised: z.optional(z.int()),
        removed: z.optional(z.int()),
        notes: z.optional(z.array(z.string())),
      }),
    ),
  ),
  unknown_columns: z.optional(z.array(z.string())),
});

/** Reads what a run changed; undefined if there is no such run. */
async function readRun(from: Queryable, id: number): Promise<ImportRunDetail | undefined> {
  const [found] = await from.query(
    sql`select ${runColumns}, report from ingest_run where ingest_run_ndx = ${id}::bigint`,
    z.extend(ImportRun, { report: z.nullable(Report) }),
  );
  if (!found) return undefined;
  const { report, ...run } = found;
  const series = (report?.series ?? []).map(({ revised = 0, removed = 0, notes = [], ...each }) => ({
    ...each,
    revised,
    removed,
    notes,
  }));
  return { run, series, unknown: report?.unknown_columns ?? [] };
}
