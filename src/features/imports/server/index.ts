import type { FastifyBaseLogger } from 'fastify';
import type { ImportProgress } from '#contract/imports.ts';
import { todayInBasin } from '#lib/basin-clock.ts';
import { audit } from '#server/audit.ts';
import type { Store } from '#server/db/store.ts';
import type { RegisterFeature } from '#server/feature-services.ts';
import { HttpProblem, recordNotFound } from '#server/http/problems.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import {
  describeBusy,
  describePartial,
  type ImportRunner,
  type StartedImport,
} from '#server/imports/import-runner.ts';
import {
  findRunElsewhere,
  type OpenRun,
  readingsSource,
  readSchedule,
  type ScheduleTools,
  writeSchedule,
} from '#server/imports/schedule.ts';
import {
  cancelImport,
  listImportRuns,
  readCurrentImport,
  readImportRun,
  readImportSchedule,
  saveImportSchedule,
  startImport,
} from '../contract.ts';
import { readRun, readRuns } from './runs.ts';

const tools: ScheduleTools = { now: () => new Date(), random: Math.random };

/** Starts, watches, cancels and schedules imports, and has their history. */
export const registerRoutes: RegisterFeature = (app, { store, imports: runner }) => {
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
};

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
