// Runs the embedded database in a thread of its own, so that a long statement does not stop the server's.
import path from 'node:path';
import process from 'node:process';
import { parentPort, workerData } from 'node:worker_threads';
import type { PGlite } from '@electric-sql/pglite';
import { collectAfterStart } from '../collect-after-start.ts';
import { describeCause } from '../errors.ts';
import { runAfterServerThread } from '../thread-priority.ts';
import {
  createSession,
  type EngineError,
  type EngineRequest,
  type EngineResponse,
  type EngineSession,
} from './engine.ts';
import { migrateEmbedded, openPglite } from './open-pglite.ts';

const port = parentPort;
if (!port) throw new Error('This file is the entry of a worker thread.');
runAfterServerThread('database');
const post = (response: EngineResponse) => port.postMessage(response);

function toEngineError(error: unknown): EngineError {
  const { code, severity } = error instanceof Error ? (error as { code?: unknown; severity?: unknown }) : {};
  return {
    message: describeCause(error),
    ...(typeof code === 'string' && { code }),
    isLast: severity === 'PANIC' || severity === 'FATAL',
  };
}

async function answer(client: PGlite, session: EngineSession, request: EngineRequest) {
  const { id } = request;
  try {
    if (request.kind === 'close') {
      await client.close();
      post({ kind: 'result', id, rows: [], cpuMs: 0 });
      port?.close();
    } else {
      const begin = process.threadCpuUsage();
      const rows = await session.run(request);
      const { user, system } = process.threadCpuUsage(begin);
      post({ kind: 'result', id, rows, cpuMs: (user + system) / 1000 });
    }
  } catch (error) {
    post({ kind: 'refused', id, error: toEngineError(error) });
  }
}

try {
  const client = await openPglite(workerData);
  await migrateEmbedded(client, `The data folder ${path.dirname(workerData)}`);
  const session = createSession(client);
  collectAfterStart();
  port.on('message', (request: EngineRequest) => answer(client, session, request));
  post({ kind: 'opened' });
} catch (error) {
  post({ kind: 'failed', error: toEngineError(error) });
}
