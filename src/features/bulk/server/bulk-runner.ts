import { sql } from 'drizzle-orm/sql';
import { toErrorMessage } from '#lib/errors.ts';
import type { Config } from '#server/config.ts';
import type { Store } from '#server/db/store.ts';
import { HttpProblem } from '#server/http/problems.ts';
import { withoutDeadline } from '#server/http/write-deadline.ts';
import type { BulkManifest, BulkStatus } from '../contract.ts';
import { type BulkSet, bulkFolder, readSets, removeFormerSets } from './bulk-folder.ts';
import { writeSet } from './write-set.ts';

/** The files are being written already. */
export class BulkBusy extends HttpProblem {
  override name = 'BulkBusy';

  constructor() {
    super(409, 'The files are being written. Wait until that has ended.');
  }
}

/** Writes Parquet files, once at a time among all processes on one database, and says what there is. */
export type BulkRunner = {
  /** Begins to write; `finished` is the end of it. @throws BulkBusy */
  start(): Promise<{ readonly finished: Promise<BulkManifest> }>;
  status(): Promise<BulkStatus>;
  /** Whether this process writes files. */
  isWriting(): boolean;
  /** Ends what is being written, and waits for it; the files that there are stay. */
  cancel(by: string): Promise<void>;
  /** The sets that may be read, the newest first. */
  sets(): Promise<readonly BulkSet[]>;
  /** Removes sets that nobody reads any more. */
  removeFormer(): Promise<void>;
  /** Whether the newest set has the values of all providers that are open now. */
  isComplete(manifest: BulkManifest): boolean;
  /** Ends what is being written, and waits for it. */
  stop(): Promise<void>;
};

export type BulkSettings = {
  readonly store: Store;
  readonly config: Pick<Config, 'dataDir' | 'diskFreeMin'>;
  readonly openProviders?: readonly string[] | undefined;
  readonly now?: () => Date;
};

/** An arbitrary number: who holds its lock writes the files. */
const bulkLockKey = 17_040_214;

type Progress = { startedAt: Date; done: number; total: number | undefined };

export function createBulkRunner({
  store,
  config,
  openProviders = [],
  now = () => new Date(),
}: BulkSettings): BulkRunner {
  const folder = bulkFolder(config.dataDir);
  let controller = new AbortController();
  let progress: Progress | undefined;
  let failure: BulkStatus['failure'] = null;
  let settled: Promise<unknown> = Promise.resolve();

  async function write(current: Progress, lost: AbortSignal): Promise<BulkManifest> {
    try {
      const manifest = await writeSet({
        store,
        folder,
        providers: openProviders,
        minFreeBytes: config.diskFreeMin,
        signal: AbortSignal.any([controller.signal, lost]),
        now,
        onSeries: (done, total) => Object.assign(current, { done, total }),
      });
      await removeFormerSets(folder, now());
      return manifest;
    } catch (error) {
      failure = { at: now().toISOString(), message: toErrorMessage(error) };
      throw error;
    } finally {
      progress = undefined;
    }
  }

  /** A provider that is no longer open closes the files that have its values. */
  const isOpen = ({ manifest }: BulkSet) =>
    manifest.files.every((file) => file.providers.every((provider) => openProviders.includes(provider)));
  const sets = async () => (await readSets(folder)).filter(isOpen);

  return {
    start: async () => {
      const lock = await store.tryLock(bulkLockKey);
      if (!lock) throw new BulkBusy();
      controller = new AbortController();
      failure = null;
      progress = { startedAt: now(), done: 0, total: undefined };
      const current = progress;
      // It goes on after the answer of the request that started it.
      const finished = withoutDeadline(() => write(current, lock.lost)).finally(() => lock.release());
      settled = finished.catch(() => {});
      return { finished };
    },
    status: async () => {
      const [newest] = await sets();
      const running = progress ? toStatus(progress) : await readOtherProgress(store);
      return {
        state: running ? 'writing' : newest ? 'ready' : 'none',
        progress: running ?? null,
        failure,
        manifest: newest ? withAddresses(newest.manifest) : null,
      };
    },
    isWriting: () => progress !== undefined,
    cancel: async (by) => {
      controller.abort(new Error(`Canceled by ${by}. The files that there were before stay.`));
      await settled;
    },
    sets,
    removeFormer: () => removeFormerSets(folder, now()),
    isComplete: ({ open_providers }) => open_providers.join('\n') === openProviders.toSorted().join('\n'),
    stop: async () => {
      controller.abort(new Error('The portal is stopping.'));
      await settled;
    },
  };
}

function toStatus({ startedAt, done, total }: Progress): NonNullable<BulkStatus['progress']> {
  return { started_at: startedAt.toISOString(), series_done: done, series_total: total ?? null };
}

/** Only PostgreSQL has other processes, whose locks are rows. */
async function readOtherProgress(store: Store): Promise<BulkStatus['progress']> {
  const held = await store.query(
    sql`select from lease where key = ${bulkLockKey} and expires_at > clock_timestamp()`,
  );
  return held.length > 0 ? { started_at: null, series_done: null, series_total: null } : null;
}

function withAddresses(manifest: BulkManifest): BulkStatus['manifest'] {
  const files = manifest.files.map((file) => ({
    ...file,
    url: `/api/bulk/${file.file}?sha256=${file.sha256}`,
  }));
  return { ...manifest, files };
}
