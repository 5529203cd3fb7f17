import { setImmediate } from 'node:timers/promises';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { nameOf } from '#contract/index.ts';
import type { Store, StoreTransaction } from '#server/db/store.ts';
import { openIdentity } from '#server/identity/open-identity.ts';
import { createImportRunner, type ImportRunner } from '#server/imports/import-runner.ts';
import { allEndpoints } from '../support/all-endpoints.ts';
import { describeOneEngine } from '../support/engines.ts';
import { featureParts, type Writes } from '../support/feature-parts.ts';
import { insertFixture } from '../support/fixture-data.ts';
import { announcement } from '../support/records.ts';
import { closeAfter, temporaryFolder } from '../support/set-up.ts';
import { standFor } from '../support/shared-store.ts';
import { openTestApp, roleVerifier, testConfig } from '../support/test-app.ts';

/** The steps of a request's work on the database: before and after each statement and each commit. */
type Steps = { count: number; lateAt: number; pending: number; onLate: () => void };

function reach(steps: Steps): void {
  steps.count += 1;
  if (steps.count === steps.lateAt) steps.onLate();
}

/** Wraps a store whose deadline passes at a step, however fast the database is. */
function lateStore(store: Store, steps: Steps): Store {
  const stepwise =
    <P extends unknown[], R>(run: (...parameters: P) => Promise<R>) =>
    async (...parameters: P): Promise<R> => {
      reach(steps);
      steps.pending += 1;
      try {
        return await run(...parameters);
      } finally {
        steps.pending -= 1;
        reach(steps);
      }
    };
  return {
    ...store,
    query: stepwise(store.query.bind(store)) as Store['query'],
    transaction: stepwise(<T>(work: (transaction: StoreTransaction) => Promise<T>) =>
      store.transaction(async (transaction) => {
        const result = await work({
          query: stepwise(transaction.query.bind(transaction)) as StoreTransaction['query'],
          copy: stepwise(transaction.copy.bind(transaction)),
          copyBinary: stepwise(transaction.copyBinary.bind(transaction)),
        });
        // The commit is under way.
        reach(steps);
        return result;
      }),
    ) as Store['transaction'],
  };
}

/** Endpoints that change no data of anybody: they answer with the demonstration's account, or refuse it. */
const changeNothing = ['mockSignIn', 'mockSignUp', 'mockResetPassword', 'reportPageError'];
/** The records of one model stand for those of all, whose calls are the same. */
const isOfOtherModel = (name: string) =>
  /(Datasets|Locations|PublicDocuments|WellProduction)(ByPost)?$/.test(name);

describeOneEngine(
  'a call that changes something, whose deadline passes at any step of its work',
  async (open) => {
    let runner: ImportRunner;
    let endImport = () => {};
    const steps: Steps = { count: 0, lateAt: Infinity, pending: 0, onLate: () => {} };
    const folder = temporaryFolder('write-deadlines');

    const newRunner = () =>
      createImportRunner((_request, { signal }) => {
        const { promise, resolve, reject } = Promise.withResolvers<{ status: 'succeeded' }>();
        signal.addEventListener('abort', () => reject(signal.reason));
        endImport = () => resolve({ status: 'succeeded' });
        return promise;
      });

    const store = closeAfter(await open());
    await insertFixture(store);
    await store.query(`insert into person (subject) values ('test|Administrator'), ('test|Developer')`);
    const late = lateStore(store, steps);
    const portal = closeAfter(
      openTestApp(late, {
        verifier: roleVerifier,
        // Its sessions can be ended.
        identity: await openIdentity(testConfig({ DATA_DIR: folder }), late),
        environment: { RATE_LIMIT_PER_MINUTE: '1000000', DATA_DIR: folder },
        internalIngest: { secret: 's', runner: standFor(() => runner) },
        startDeadline: (onLate) => {
          steps.onLate = onLate;
          return () => {
            steps.onLate = () => {};
          };
        },
      }),
    );
    /** Happens once, when the next body has arrived. */
    const meanwhile: { run?: (() => Promise<unknown>) | undefined } = {};
    portal.app.addHook('preValidation', async () => {
      const { run } = meanwhile;
      meanwhile.run = undefined;
      await run?.();
    });
    beforeEach(() => {
      runner = newRunner();
    });
    afterAll(async () => {
      endImport();
    });

    const call = (
      method: 'POST' | 'PUT' | 'DELETE' | 'GET',
      url: string,
      payload?: object,
      role = 'Administrator',
    ): InjectOptions => ({
      method,
      url,
      ...(payload && { payload }),
      headers: { authorization: `Bearer ${role}` },
    });
    /** Sends a call that is no subject of the test, and gives what it answers. */
    const send = async (options: InjectOptions) => {
      const answer = await portal.send(options);
      expect(answer.statusCode, answer.body).toBeLessThan(300);
      return answer.json();
    };
    let named = 0;
    const newName = () => {
      named += 1;
      return `Name ${named}`;
    };
    const createRecord = async (status_id: 1 | 2 = 1): Promise<string> =>
      (await send(call('POST', '/api/announcements', { ...announcement(newName()), status_id }))).id;
    const upload = async () =>
      send({
        ...call('POST', `/api/files?name=${encodeURIComponent(newName())}.txt`),
        payload: Buffer.from(newName()),
        headers: { authorization: 'Bearer Administrator', 'content-type': 'application/octet-stream' },
      });
    const newImportRunner = () => {
      runner = newRunner();
      return runner;
    };
    const tools = { store, call, send, newName, upload, newImportRunner };
    const ofFeatures = featureParts.flatMap(({ writes }) => writes?.(tools) ?? []);
    // What they replace of the server is replaced only until a test begins.
    await portal.app.ready();
    const filter = {
      huc8s: [2],
      parameter_left: 1,
      parameter_right: 7,
      locations_left: [1],
      locations_right: [2],
      start_date: null,
      end_date: null,
    };
    const action =
      (verb: string, state: 'draft' | 'published' | 'disabled', method: 'GET' | 'POST') => async () => {
        const id = await createRecord(state === 'draft' ? 1 : 2);
        if (state === 'disabled') await send(call('POST', `/api/announcements/${id}/disable`));
        return call(method, `/api/announcements/${id}/${verb}`);
      };

    /** Makes everything ready, and gives a call that will change something. */
    const cases: Writes['cases'] = {
      createAnnouncements: () => call('POST', '/api/announcements', announcement(newName())),
      saveAnnouncements: async () =>
        call('PUT', `/api/announcements/${await createRecord()}`, {
          ...announcement(newName()),
          publish: true,
        }),
      updateAnnouncements: async () =>
        call('PUT', `/api/announcements/${await createRecord()}/silent`, { status_id: 2 }),
      deleteAnnouncements: async () => call('DELETE', `/api/announcements/${await createRecord()}`),
      publishAnnouncements: action('publish', 'draft', 'GET'),
      publishAnnouncementsByPost: action('publish', 'draft', 'POST'),
      unpublishAnnouncements: action('unpublish', 'published', 'GET'),
      unpublishAnnouncementsByPost: action('unpublish', 'published', 'POST'),
      enableAnnouncements: action('enable', 'disabled', 'GET'),
      enableAnnouncementsByPost: action('enable', 'disabled', 'POST'),
      disableAnnouncements: action('disable', 'published', 'GET'),
      disableAnnouncementsByPost: action('disable', 'published', 'POST'),
      saveTimeseriesFilter: async () => {
        await store.query('delete from timeseries_user_filter');
        return call('PUT', '/api/timeseries-user-filters', { user_uuid: 'test|Administrator', ...filter });
      },
      ...Object.assign({}, ...ofFeatures.map((each) => each.cases)),
    };

    test('is every such call of the portal', () => {
      const names = allEndpoints
        .filter(({ method, changesState = method !== 'GET' }) => changesState)
        // An upload has no deadline, because a slow connection may take any time: the answer waits for what happens. What
        // has tokens of its own is of nobody who could be blocked.
        .filter(({ isUpload, hasOwnTokens }) => !isUpload && !hasOwnTokens)
        .map(nameOf)
        .filter((name) => !changeNothing.includes(name) && !isOfOtherModel(name));
      expect(Object.keys(cases).toSorted()).toEqual(names.toSorted());
    });

    /** What the database and the jobs are like. */
    async function readState(): Promise<string> {
      const tables = await store.query<{ name: string }>(
        `select quote_ident(tablename) as name from pg_tables
        where schemaname = 'public' and tablename not in ('data_version', 'lease', 'rate_counter') order by 1`,
      );
      const rows = await store.query(
        tables
          .map(
            ({ name }) =>
              `select '${name}' as name, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as hash
             from ${name} t`,
          )
          .join(' union all '),
      );
      const job = runner.current();
      return JSON.stringify([
        rows,
        ofFeatures.map((each) => each.readState?.()),
        job && [job.source, job.started_at, job.is_stopping, job.status],
      ]);
    }

    /** Waits until the handler has no work at the database any more. */
    async function settle(): Promise<void> {
      for (let turns = 0; turns < 5; turns += 1) {
        await setImmediate();
        while (steps.pending > 0) {
          turns = 0;
          await setImmediate();
        }
      }
    }

    test.each(Object.entries(cases))(
      '%s is refused to who is blocked between the headers and the body',
      async (_name, prepare) => {
        const options = await prepare();
        const subject = `test|${String(options.headers?.authorization).replace('Bearer ', '')}`;
        const block = (time: string) =>
          store.query(`update person set blocked_at = ${time} where subject = '${subject}'`);
        await settle();
        const before = await readState();
        meanwhile.run = () => block('now()');
        const answer = await portal.send(options);
        await settle();
        await block('null');
        expect([answer.statusCode, answer.json().detail]).toEqual([
          403,
          'This account has been blocked. Ask whoever runs the portal.',
        ]);
        expect(await readState()).toBe(before);
      },
    );

    test.each(Object.entries(cases))(
      '%s either happened and says so, or failed and did not',
      async (_name, prepare) => {
        const outcomes = new Set<string>();
        for (let lateAt = 1, isLate = true; isLate; lateAt += 1) {
          const options = await prepare();
          await settle();
          const before = await readState();
          Object.assign(steps, { count: 0, lateAt });
          const answer = await portal.send(options);
          isLate = steps.count >= lateAt;
          steps.lateAt = Infinity;
          await settle();
          const hasHappened = (await readState()) !== before;
          const isSuccess = answer.statusCode < 300;
          expect({ lateAt, hasHappened }, answer.body).toEqual({ lateAt, hasHappened: isSuccess });
          if (!isSuccess) {
            expect(answer.statusCode, answer.body).toBe(503);
            expect(answer.json().detail).toBe(
              'The database took too long to answer. Nothing was changed. Try again in a moment.',
            );
          }
          outcomes.add(isSuccess ? 'happened' : 'failed');
        }
        // Otherwise no step was late.
        expect([...outcomes].toSorted()).toEqual(['failed', 'happened']);
      },
    );
  },
);
