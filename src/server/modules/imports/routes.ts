import type { FastifyInstance } from 'fastify';
import {
  cancelImport,
  type ImportProgress,
  listImportRuns,
  readCurrentImport,
  readImportRun,
  readImportSchedule,
  saveImportSchedule,
  startImport,
} from '#contract/imports.ts';
import { todayInBasin } from '#lib/calendar.ts';
import { audit } from '../../audit.ts';
import type { Store } from '../../db/store.ts';
import { HttpProblem, recordNotFound } from '../../http/problems.ts';
import { registerEndpoint } from '../../http/register-endpoint.ts';
import type { Caller } from '../../plugins/access.ts';
import { readRun, readRuns } from './history.ts';
import { describeBusy, ImportBusy, type ImportRunner } from './import-runner.ts';
import { findRunElsewhere, type OpenRun } from './run-elsewhere.ts';
import { readSchedule, type ScheduleTools, writeSchedule } from './schedule.ts';

const tools: ScheduleTools = { now: () => new Date(), random: Math.random };
const never = { maxAge: 'never' } as const;

/** Registers what Import Status does: start, watch, cancel and schedule imports, and their history. */
export function registerImportRoutes(app: FastifyInstance, store: Store, runner: ImportRunner) {
  const readProgress = async () => {
    if (runner.isRunning()) return runner.current();
    const other = await findRunElsewhere(store);
    return other ? toProgress(other) : runner.current();
  };

  registerEndpoint(
    app,
    startImport,
    async ({ body, caller }, request) => {
      if (body.since !== undefined && body.since > todayInBasin(tools.now())) {
        throw new HttpProblem(400, `The day ${body.since} is in the future. Choose today or an earlier day.`);
      }
      const other = runner.isRunning() ? undefined : await findRunElsewhere(store);
      if (other) throw new HttpProblem(409, describeOther(other));
      const by = subjectOf(caller);
      try {
        const { finished } = runner.start(body, by);
        finished.catch((error: unknown) => request.log.warn({ err: error }, 'The import did not finish'));
      } catch (error) {
        throw error instanceof ImportBusy ? new HttpProblem(409, error.message) : error;
      }
      await recordAction(store, by, 'start', body);
      return { import: runner.current() ?? null };
    },
    { successStatus: 201 },
  );

  registerEndpoint(app, readCurrentImport, async () => ({ import: (await readProgress()) ?? null }), never);

  registerEndpoint(app, cancelImport, async ({ caller }) => {
    const by = subjectOf(caller);
    if (!runner.cancel(by)) {
      const other = await findRunElsewhere(store);
      if (other)
        throw new HttpProblem(409, `${describeOther(other)} It runs in another process: stop it there.`);
      throw new HttpProblem(404, 'No import is running.');
    }
    await recordAction(store, by, 'cancel', { source: runner.current()?.source });
    return { import: runner.current() ?? null };
  });

  registerEndpoint(app, readImportSchedule, async () => readSchedule(store), never);

  registerEndpoint(app, saveImportSchedule, async ({ body, caller }) => {
    const by = subjectOf(caller);
    return store.transaction(async (transaction) => {
      const before = await readSchedule(transaction);
      await writeSchedule(transaction, body, by, tools);
      const after = await readSchedule(transaction);
      await audit(transaction, {
        actor: by,
        action: 'update',
        entity: 'import_schedule',
        entity_id: '1',
        before,
        after,
      });
      return after;
    });
  });

  registerEndpoint(app, listImportRuns, async ({ query }) => readRuns(store, Number(query.page ?? 1)), never);

  registerEndpoint(
    app,
    readImportRun,
    async ({ params }) => {
      const run = await readRun(store, Number(params.id));
      if (!run) throw recordNotFound();
      return run;
    },
    never,
  );
}

/** The route has been refused to callers without a token. */
const subjectOf = (caller: Caller | undefined) => caller?.subject ?? 'unknown';

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
