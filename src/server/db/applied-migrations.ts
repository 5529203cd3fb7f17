import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import { packageInfo } from '../package-info.ts';
import type { Queryable } from './queryable.ts';
import { DatabaseUnavailable } from './store.ts';

/** The SQL of each version of the tables. */
const migrationsFolder = path.join(import.meta.dirname, 'migrations');

/** When each migration was written, by its name, in milliseconds since 1970. */
const Times = z.record(z.string(), z.int());

type Migration = {
  readonly when: number;
  readonly statements: readonly string[];
  readonly hash: string;
};

/** The migrations that this version of the portal knows, in order. */
export function readMigrations(): readonly Migration[] {
  const times = Times.parse(JSON.parse(readFileSync(path.join(migrationsFolder, 'times.json'), 'utf8')));
  return Object.entries(times).map(([name, when]) => {
    const text = readFileSync(path.join(migrationsFolder, `${name}.sql`), 'utf8');
    return { when, statements: text.split('--> statement-breakpoint'), hash: hash('sha256', text) };
  });
}

const Applied = z.object({
  created_at: z.string(),
  hash: z.string(),
  portal_version: z.nullable(z.string()),
});

type AppliedMigration = {
  readonly when: number;
  readonly hash: string;
  /** The version of the portal that applied it; null before 0.11. */
  readonly portalVersion: string | null;
};

/** Reads the migrations that a database has had, in order; none if it was never a portal's. */
export async function readAppliedMigrations(from: Queryable): Promise<readonly AppliedMigration[]> {
  const [found] = await from.query(
    sql`select to_regclass('drizzle.__drizzle_migrations') is not null as found`,
    z.object({ found: z.boolean() }),
  );
  if (!found?.found) return [];
  const rows = await from.query(
    // As JSON, because the migrator's own table has no version.
    sql`select created_at::text as created_at, hash, to_jsonb(applied) ->> 'portal_version' as portal_version
      from drizzle.__drizzle_migrations applied order by created_at`,
    Applied,
  );
  return rows.map(({ created_at, hash, portal_version }) => ({
    when: Number(created_at),
    hash,
    portalVersion: portal_version,
  }));
}

/**
 * Brings the tables up to date, or to what they were after the migration `through`, in the caller's transaction. It notes
 * them in the table of Drizzle's migrator, which would use a transaction of its own, and whose imports are 60 MB of
 * memory in each thread.
 */
export async function applyMigrations(
  to: Queryable,
  { through = Number.POSITIVE_INFINITY }: { through?: number | undefined } = {},
): Promise<void> {
  await to.query('create schema if not exists drizzle');
  await to.query(
    'create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  );
  const last = (await readAppliedMigrations(to)).at(-1)?.when ?? 0;
  const missing = readMigrations().filter(({ when }) => when > last && when <= through);
  if (missing.length === 0) return;
  await to.query('alter table drizzle.__drizzle_migrations add column if not exists portal_version text');
  for (const { statements, when, hash } of missing) {
    for (const statement of statements) await to.query(statement);
    await to.query(
      sql`insert into drizzle.__drizzle_migrations (hash, created_at, portal_version)
        values (${hash}, ${String(when)}::text::bigint, ${packageInfo.version})`,
    );
  }
}

export const newerSchemaCode = 'NEWER_SCHEMA';

/** A newer version of the portal has changed the tables. */
export class NewerSchema extends DatabaseUnavailable {
  override name = 'NewerSchema';
  /** Recognizes the error when it comes from another thread. */
  readonly code = newerSchemaCode;
}

/**
 * Refuses a database that a newer version of the portal has changed: this one would write what that one cannot read.
 * @param place The database at the begin of a sentence, e.g. `The data folder .data`
 * @throws NewerSchema
 */
export async function checkSchema(from: Queryable, place: string): Promise<void> {
  const known = readMigrations();
  const applied = await readAppliedMigrations(from);
  const newest = known.at(-1)?.when ?? 0;
  if (applied.every(({ when }) => when <= newest)) return;
  const version = applied.at(-1)?.portalVersion;
  throw new NewerSchema(
    `${place} was written by a newer version of the portal (${version ? `${version}, ` : ''}schema ${applied.length}; this one is ${packageInfo.version} and knows ${known.length}). Install ${version ? `version ${version} or later` : 'that version again'}, or restore a backup.`,
  );
}
