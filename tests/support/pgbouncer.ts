import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { findPoolerSettings } from './documented-sql.ts';
import { findFreePort } from './local-server.ts';
import { findServerAccount } from './postgres.ts';

/** The databases that a pooler offers, by name, and the server behind each. */
export type PooledDatabases = Readonly<Record<string, { readonly port: number; readonly database: string }>>;

export type Pooler = {
  /** Address of one of its databases. */
  urlOf(name: string): string;
  /** Sends a database to another server, without a restart. */
  change(databases: PooledDatabases): void;
  /** Stops or continues its process: it does not answer, and refuses nothing. */
  suspend(isSuspended: boolean): void;
  kill(): Promise<void>;
  /** Starts it again after a kill. */
  start(): Promise<void>;
  remove(): Promise<void>;
};

const program = '/usr/sbin/pgbouncer';
export const hasPooler = existsSync(program);

/** Starts pgbouncer with the settings of the documentation, which are those of the transaction mode, on a free port. */
export async function createPooler(first: PooledDatabases): Promise<Pooler> {
  const account = await findServerAccount();
  const folder = mkdtempSync(path.join(tmpdir(), 'portal-pgbouncer-'));
  const port = await findFreePort();
  const file = path.join(folder, 'pgbouncer.ini');
  const users = path.join(folder, 'users.txt');
  const write = (databases: PooledDatabases) => {
    const lines = Object.entries(databases).map(
      ([name, server]) => `${name} = host=127.0.0.1 port=${server.port} dbname=${server.database}`,
    );
    writeFileSync(
      file,
      `[databases]\n${lines.join('\n')}\n\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =\nauth_type = trust\nauth_file = ${users}\nadmin_users = portal\n${findPoolerSettings()}`,
    );
  };
  write(first);
  writeFileSync(users, '"portal" ""\n');
  const { uid, gid } = account ?? {};
  if (uid !== undefined && gid !== undefined) {
    for (const each of [folder, file, users]) chownSync(each, uid, gid);
  }
  const start = () => spawn(program, ['-q', file], { ...account, stdio: ['ignore', 'ignore', 'ignore'] });
  let child = start();
  await waitForPort(port);
  const kill = async () => {
    const ended = once(child, 'exit');
    if (child.exitCode === null && child.kill('SIGKILL')) await ended;
  };
  return {
    urlOf: (name) => `postgres://portal@127.0.0.1:${port}/${name}`,
    change: (databases) => {
      write(databases);
      child.kill('SIGHUP');
    },
    suspend: (isSuspended) => {
      child.kill(isSuspended ? 'SIGSTOP' : 'SIGCONT');
    },
    kill,
    start: async () => {
      child = start();
      await waitForPort(port);
    },
    remove: async () => {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function waitForPort(port: number): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
    await setTimeout(50);
  }
  throw new Error('pgbouncer did not start.');
}
