import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import { ensureFolder } from '../disk.ts';
import { FolderInUse } from './folder-lock.ts';

/** How commands on the same computer reach the portal that has a data folder open. */
const PortalFile = z.object({ port: z.int(), secret: z.string() });
type PortalFile = z.output<typeof PortalFile>;

const fileOf = (dataDir: string) => path.join(dataDir, 'portal.json');

/** Writes `portal.json`, which only the owner may read, and returns a function that removes it if it is still this one. */
export function writePortalFile(dataDir: string, portal: PortalFile): () => void {
  const file = fileOf(dataDir);
  ensureFolder(dataDir);
  // Writing to an existing file would not change its mode.
  rmSync(file, { force: true });
  writeFileSync(file, JSON.stringify(portal), { mode: 0o600 });
  return () => {
    // Another portal with the same data folder may have replaced the file since.
    try {
      if (readPortalFile(dataDir).secret === portal.secret) rmSync(file, { force: true });
    } catch (error) {
      if (!(error instanceof FolderInUse)) throw error;
    }
  };
}

/**
 * Reads how to reach the portal that has the lock of a data folder.
 * @throws FolderInUse where another program has it, or a portal that is not ready
 */
export function readPortalFile(dataDir: string): PortalFile {
  const file = fileOf(dataDir);
  try {
    return PortalFile.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (cause) {
    throw new FolderInUse(
      `Another program has the data folder ${dataDir} open, but no portal is ready in it (${file}). Wait until that program has started or stopped, and try again.`,
      { cause },
    );
  }
}

export type PortalCall = {
  readonly method: 'GET' | 'POST';
  readonly path: `/internal/${string}`;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** What to say before the portal's reason, e.g. `The portal did not copy its database`. */
  readonly refusal: string;
  readonly createError: (message: string, options?: ErrorOptions) => Error;
  readonly send?: typeof fetch | undefined;
};

/**
 * Calls the portal that has a data folder open, from a command on the same computer. Returns its answer.
 * @throws FolderInUse, and what `createError` makes where the portal is away or refuses
 */
export async function callPortal(
  dataDir: string,
  { method, path, body, refusal, createError, send = fetch }: PortalCall,
): Promise<Response> {
  const { port, secret } = readPortalFile(dataDir);
  const json = body === undefined ? undefined : JSON.stringify(body);
  let response: Response;
  try {
    response = await send(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { 'x-portal-secret': secret, ...(json && { 'content-type': 'application/json' }) },
      ...(json && { body: json }),
    });
  } catch (cause) {
    throw createError(`The portal on port ${port} does not answer. Stop it, or try again in a moment.`, {
      cause,
    });
  }
  if (response.ok) return response;
  throw createError(`${refusal}: ${await reasonIn(response)}`);
}

async function reasonIn(response: Response): Promise<string> {
  const text = await response.text();
  try {
    const problem = z.object({ detail: z.string() }).safeParse(JSON.parse(text));
    if (problem.success) return problem.data.detail;
  } catch {
    // Not JSON: show the text itself.
  }
  return text.slice(0, 200) || `status ${response.status}`;
}
