import { generateKeyPair, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import { ensureFolder, syncPath } from '../disk.ts';

const PrivateKey = z.object({
  kty: z.literal('RSA'),
  use: z.literal('sig'),
  alg: z.literal('RS256'),
  kid: z.string(),
  n: z.string(),
  e: z.string(),
  d: z.string(),
  p: z.string(),
  q: z.string(),
  dp: z.string(),
  dq: z.string(),
  qi: z.string(),
});

const IdentityKeys = z.object({
  /** The first one signs; the others still verify older signatures. */
  signing: z.array(PrivateKey).check(z.minLength(1)),
  /** The same for cookies. */
  cookies: z.array(z.string().check(z.minLength(32))).check(z.minLength(1)),
});
/** Secrets of the built-in identity provider: RSA keys that sign tokens, and keys that sign cookies. */
export type IdentityKeys = z.output<typeof IdentityKeys>;

/** The file of keys cannot be read; `message` says what to do. */
export class BadKeys extends Error {
  override name = 'BadKeys';
}

/**
 * Reads the keys of this installation from its data folder, or creates them.
 * @throws BadKeys
 */
export async function loadOrCreateKeys(dataDir: string): Promise<IdentityKeys> {
  const file = path.join(dataDir, 'identity.json');
  if (existsSync(file)) return readKeys(file);
  const keys = await createKeys();
  ensureFolder(dataDir);
  const temporaryFile = `${file}.${randomSecret(6)}`;
  writeFileSync(temporaryFile, `${JSON.stringify(keys)}\n`, { mode: 0o600, flush: true });
  moveIfAbsent(temporaryFile, file);
  syncPath(dataDir);
  return readKeys(file);
}

/** The file is never incomplete, and of several portals that start at the same time, one creates it for all. */
function moveIfAbsent(from: string, to: string) {
  try {
    linkSync(from, to);
  } catch {
    // It exists, or its file system has no links.
    if (!existsSync(to)) renameSync(from, to);
  }
  rmSync(from, { force: true });
}

function readKeys(file: string): IdentityKeys {
  try {
    chmodSync(file, 0o600);
    return IdentityKeys.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (cause) {
    // The message repeats nothing from a file of secrets.
    const why = cause instanceof Error && 'code' in cause ? `${cause.code}` : 'it is damaged';
    throw new BadKeys(
      `The sign-in keys in ${file} cannot be read (${why}). Restore the file, or delete it: the portal then creates new keys, and everybody has to sign in again.`,
      { cause },
    );
  }
}

export async function createKeys(): Promise<IdentityKeys> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  const key = { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: randomSecret(9) };
  return IdentityKeys.parse({ signing: [key], cookies: [randomSecret(32)] });
}

/** Selects the public part of the keys. */
export function publicKeys({ signing }: IdentityKeys) {
  return { keys: signing.map(({ kty, use, alg, kid, n, e }) => ({ kty, use, alg, kid, n, e })) };
}

function randomSecret(bytes: number) {
  return randomBytes(bytes).toString('base64url');
}
