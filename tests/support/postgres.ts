import { execFile } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

export type Cluster = {
  /** Address of its maintenance database, for a superuser. */
  readonly url: string;
  start(): Promise<void>;
  /** Stops it like a crash. */
  stop(): Promise<void>;
  remove(): Promise<void>;
};

const postgresFolder = '/usr/lib/postgresql';

/** Finds the server programs of the newest PostgreSQL on this machine. */
function findServerPrograms(): string | undefined {
  if (!existsSync(postgresFolder)) return undefined;
  return readdirSync(postgresFolder)
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => path.join(postgresFolder, version, 'bin'))
    .find((folder) => existsSync(path.join(folder, 'initdb')));
}

/** Creates a temporary cluster on a free port of this computer, or explains why it cannot. */
export async function createCluster(): Promise<Cluster | { unavailable: string }> {
  const bin = findServerPrograms();
  if (!bin) return { unavailable: `there is no PostgreSQL server in ${postgresFolder}` };
  // PostgreSQL refuses to run as root.
  const account = process.getuid?.() === 0 ? await accountOf('postgres') : undefined;
  if (process.getuid?.() === 0 && !account) return { unavailable: 'there is no account "postgres"' };
  const folder = mkdtempSync(path.join(tmpdir(), 'portal-postgres-'));
  if (account) chownSync(folder, account.uid, account.gid);
  const run = async (program: string, parameters: string[]) => {
    // Output to a pipe would keep this process waiting for the server that pg_ctl leaves behind.
    await promisify(execFile)(path.join(bin, program), parameters, { cwd: folder, ...account });
  };
  const data = path.join(folder, 'data');
  await run('initdb', ['-D', data, '-U', 'portal', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']);
  const port = await freePort();
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder} -c fsync=off`;
  const control = (...parameters: string[]) =>
    run('pg_ctl', ['-D', data, '-w', '-s', '-l', path.join(folder, 'log'), ...parameters]);
  const cluster: Cluster = {
    url: `postgres://portal@127.0.0.1:${port}/postgres`,
    start: () => control('-o', options, 'start'),
    stop: () => control('-m', 'immediate', 'stop'),
    remove: async () => {
      await cluster.stop().catch(() => {});
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await cluster.start();
  return cluster;
}

async function accountOf(name: string) {
  try {
    const ids = await Promise.all(['-u', '-g'].map((option) => promisify(execFile)('id', [option, name])));
    const [uid = 0, gid = 0] = ids.map(({ stdout }) => Number(stdout));
    return { uid, gid };
  } catch {
    return undefined;
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
