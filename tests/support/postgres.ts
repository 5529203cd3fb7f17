import { execFile } from 'node:child_process';
import { chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { postgresPrograms } from '../../src/commands/support/postgres.mjs';
import { findFreePort } from './local-server.ts';

export type Cluster = {
  readonly port: number;
  /** The process that has started all others of the server. */
  pid(): number;
  /** Address of its maintenance database, for a superuser. */
  readonly url: string;
  start(): Promise<void>;
  /** Stops it like a crash. */
  stop(): Promise<void>;
  /** Stops it like an operator, and starts it again. */
  restart(): Promise<void>;
  /** Makes a replica a primary. */
  promote(): Promise<void>;
  remove(): Promise<void>;
};

/** Creates a temporary cluster on a free port of this computer, or explains why it cannot. */
export async function createCluster(): Promise<Cluster | { unavailable: string }> {
  return startCluster((run, data) =>
    run('initdb', ['-D', data, '-U', 'portal', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']),
  );
}

/** Creates a replica that streams from a primary, to which it is known by this name. */
export async function createReplica(primary: Cluster, name: string): Promise<Cluster> {
  const source = `host=127.0.0.1 port=${primary.port} user=portal application_name=${name}`;
  const created = await startCluster((run, data) =>
    run('pg_basebackup', ['-D', data, '-d', source, '-R', '-c', 'fast', '--no-sync']),
  );
  if ('unavailable' in created) throw new Error(created.unavailable);
  return created;
}

type Run = (program: string, parameters: string[]) => Promise<void>;

async function startCluster(
  createData: (run: Run, data: string) => Promise<void>,
): Promise<Cluster | { unavailable: string }> {
  const bin = postgresPrograms();
  if (!bin) return { unavailable: `there is no PostgreSQL server on this machine` };
  const account = await findServerAccount();
  if (!account) return { unavailable: 'there is no account "postgres"' };
  const folder = mkdtempSync(path.join(tmpdir(), 'portal-postgres-'));
  const { uid, gid } = account;
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid);
  const run = async (program: string, parameters: string[]) => {
    // Output to a pipe would keep this process waiting for the server that pg_ctl leaves behind.
    await promisify(execFile)(path.join(bin, program), parameters, { cwd: folder, ...account });
  };
  const data = path.join(folder, 'data');
  await createData(run, data);
  const port = await findFreePort();
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    // What a killed server has answered for is in the memory of the system.
    fsync: 'off',
    full_page_writes: 'off',
    // To compile a statement takes longer than to run it over these few rows.
    jit: 'off',
  };
  const options = Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
  const control = (...parameters: string[]) =>
    run('pg_ctl', ['-D', data, '-w', '-s', '-l', path.join(folder, 'log'), ...parameters]);
  const cluster: Cluster = {
    port,
    pid: () => Number.parseInt(readFileSync(path.join(data, 'postmaster.pid'), 'utf8'), 10),
    url: `postgres://portal@127.0.0.1:${port}/postgres`,
    start: () => control('-o', options, 'start'),
    stop: () => control('-m', 'immediate', 'stop'),
    restart: () => control('-m', 'fast', '-o', options, 'restart'),
    promote: () => control('promote'),
    remove: async () => {
      await cluster.stop().catch(() => {});
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await cluster.start();
  return cluster;
}

/**
 * Finds the account for programs that refuse to run as root: `postgres` where this process is root, otherwise its own.
 * Returns undefined if that account does not exist.
 */
export async function findServerAccount(): Promise<{ uid?: number; gid?: number } | undefined> {
  if (process.getuid?.() !== 0) return {};
  try {
    const ids = await Promise.all(
      ['-u', '-g'].map((option) => promisify(execFile)('id', [option, 'postgres'])),
    );
    const [uid = 0, gid = 0] = ids.map(({ stdout }) => Number(stdout));
    return { uid, gid };
  } catch {
    return undefined;
  }
}
