import { constants } from 'node:fs';
import { cp } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { newerSchemaCode } from '../applied-migrations.ts';
import { describeCause, isDiskFull } from '../errors.ts';
import { FolderInUse } from '../folder-lock.ts';
import { lockDataFolder } from '../folder-swap.ts';
import { createProcessLocks } from '../locks.ts';
import { createQueryable } from '../queryable.ts';
import { copyStatement, isRead } from '../statement-text.ts';
import { DatabaseUnavailable, type Store, type StoreTransaction } from '../store.ts';
import { createWorkQueue } from '../work-queue.ts';
import { createLocalEngine, type Engine, type EngineSession } from './engine.ts';
import { migrateEmbedded, openPglite } from './open-pglite.ts';
import { EngineFailed, lateCode, openWorkerEngine } from './worker-engine.ts';

/**
 * Opens the embedded database of a folder, or one in memory for `memory://`, and brings its tables up to date.
 * @throws DatabaseUnavailable
 * @throws FolderInUse
 */
export async function openEmbeddedStore(url: string): Promise<Store> {
  if (url === 'memory://') {
    const client = await openPglite(url);
    await migrateEmbedded(client);
    return createEmbeddedStore(createLocalEngine(client));
  }
  const release = lockFolder(url);
  const folder = path.join(url, 'pglite');
  try {
    return createEmbeddedStore(await openWorkerEngine(folder), { folder, onClose: release });
  } catch (cause) {
    release();
    if (cause instanceof EngineFailed && cause.code === newerSchemaCode) {
      throw new DatabaseUnavailable(cause.message, { cause });
    }
    throw new DatabaseUnavailable(describeOpenFailure(url, cause), { cause });
  }
}

function describeOpenFailure(folder: string, cause: unknown): string {
  if (isDiskFull(cause)) {
    return `The disk of the data folder ${folder} is full. Free some space, or set DATA_DIR to a folder on another disk.`;
  }
  if (cause instanceof EngineFailed && cause.code === lateCode) {
    return `The embedded database in ${folder} is still opening (busy machine; ${describeCause(cause)}). Start the portal again when the machine has time for it.`;
  }
  return `The embedded database in ${folder} could not be opened (${describeCause(cause)}). If its files are damaged, restore a backup with npm run restore, or set DATA_DIR to a new folder.`;
}

function lockFolder(folder: string): () => void {
  try {
    return lockDataFolder(folder);
  } catch (cause) {
    if (cause instanceof FolderInUse) throw cause;
    throw new DatabaseUnavailable(
      `The data folder ${folder} cannot be written (${describeCause(cause)}). Make it writable, or set DATA_DIR to a folder that is.`,
      { cause },
    );
  }
}

type EmbeddedOptions = {
  /** The folder of the database's files, if it is not in memory. */
  readonly folder?: string;
  readonly onClose?: () => void;
};

/** Creates a store on a database whose tables are up to date. Its statements and transactions take turns. */
export function createEmbeddedStore(engine: Engine, { folder, onClose }: EmbeddedOptions = {}): Store {
  const queue = createWorkQueue(1);
  let writes = 0;
  async function write<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } finally {
      // Also after a failure: the engine may have ended between the commit and its response.
      writes += 1;
    }
  }
  return {
    engine: 'pglite',
    ...createQueryable((text, parameters, signal) => {
      const run = () =>
        queue.run(async () => {
          const session = await engine.session();
          const statement = session.run({ text, parameters });
          return isRead(text) && signal ? endWithSignal(statement, signal, engine) : statement;
        }, signal);
      return isRead(text) ? run() : write(run);
    }),
    writes: () => writes,
    transaction: (work) => write(() => queue.run(async () => runTransaction(await engine.session(), work))),
    tryLock: createProcessLocks(),
    stats: queue.stats,
    ...(folder !== undefined && {
      snapshot: (target: string) => queue.run(async () => copyFolder(await engine.session(), folder, target)),
    }),
    close: async () => {
      await queue.run(() => engine.close());
      onClose?.();
    },
  };
}

const checkEveryMs = 250;
/** So much of the processor may be used for a read after its signal was aborted. */
const graceCpuMs = 3000;

/**
 * Waits for a read, which nothing but the end of its thread can stop: it would hold the database for everybody. The files
 * are as after a crash, and lose nothing. A read that is nearly done is faster than that.
 */
async function endWithSignal<T>(statement: Promise<T>, signal: AbortSignal, engine: Engine): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const onAbort = () => {
    const begin = process.cpuUsage();
    timer = setInterval(() => {
      const { user, system } = process.cpuUsage(begin);
      if ((user + system) / 1000 > graceCpuMs) engine.interrupt?.();
    }, checkEveryMs).unref();
  };
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await statement;
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    signal.removeEventListener('abort', onAbort);
    clearInterval(timer);
  }
}

async function runTransaction<T>(
  session: EngineSession,
  work: (transaction: StoreTransaction) => Promise<T>,
): Promise<T> {
  const run = (text: string) => session.run({ text, parameters: [] });
  await run('begin');
  try {
    const result = await work(createTransaction(session));
    await run('commit');
    return result;
  } catch (error) {
    // Fails if the thread of the database has ended, and the transaction with it.
    await run('rollback').catch(() => {});
    throw error;
  }
}

function createTransaction(session: EngineSession): StoreTransaction {
  const copyFrom = async (statement: string, blob: Uint8Array) => {
    await session.run({ text: statement, parameters: [], blob });
  };
  return {
    ...createQueryable((text, parameters) => session.run({ text, parameters })),
    copy: (table, columns, csv) =>
      copyFrom(copyStatement(table, columns, "'/dev/blob'"), new TextEncoder().encode(csv)),
    copyBinary: (table, columns, rows) =>
      copyFrom(copyStatement(table, columns, "'/dev/blob'", 'binary'), rows),
  };
}

/** After a checkpoint the files are the whole database, because nothing is written until they are copied. */
async function copyFolder(session: EngineSession, folder: string, target: string): Promise<void> {
  await session.run({ text: 'checkpoint', parameters: [] });
  await cp(folder, target, { recursive: true, errorOnExist: true, mode: constants.COPYFILE_FICLONE });
}
