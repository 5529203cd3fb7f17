import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import { migrationFolders } from '#features/migrations.ts';
import { packageInfo } from '../package-info.ts';
import type { Queryable } from './queryable.ts';
import { DatabaseUnavailable } from './store.ts';

/** The SQL of each version of the tables. */
const migrationsFolder = path.join(import.meta.dirname, 'migrations');

/** When each migration was written, by its name, in milliseconds since 1970. */
const Times = z.record(z.string(), z.int());

/** Identifies a migration: those of the platform, and those of each feature, follow one another by their times. */
type MigrationKey = {
  /** The feature whose tables it changes; null for the platform. */
  readonly feature: string | null;
  /** In milliseconds since 1970. */
  readonly when: number;
};

type Migration = MigrationKey & { readonly statements: readonly string[]; readonly hash: string };

function readFolder(folder: string, feature: string | null): readonly Migration[] {
  const times = Times.parse(JSON.parse(readFileSync(path.join(folder, 'times.json'), 'utf8')));
  return Object.entries(times).map(([name, when]) => {
    const text = readFileSync(path.join(folder, `${name}.sql`), 'utf8');
    return { feature, when, statements: text.split('--> statement-breakpoint'), hash: hash('sha256', text) };
  });
}

/** The migrations that this version of the portal knows, in order: its own, and then those of each feature. */
export function readMigrations(): readonly Migration[] {
  return [
    ...readFolder(migrationsFolder, null),
    ...migrationFolders.flatMap(({ feature, folder }) => readFolder(folder, feature)),
  ];
}

/** Finds the migrations that a database lacks: those after the last one of their feature, or of the platform. */
export function findMissing<M extends MigrationKey>(
  known: readonly M[],
  applied: readonly MigrationKey[],
): readonly M[] {
  const last = lastTimes(applied);
  return known.filter(({ feature, when }) => when > (last.get(feature) ?? 0));
}

function lastTimes(migrations: readonly MigrationKey[]): ReadonlyMap<string | null, number> {
  const last = new Map<string | null, number>();
  for (const { feature, when } of migrations) last.set(feature, Math.max(when, last.get(feature) ?? 0));
  return last;
}

/**
 * Finds the migrations of a database that only a newer version of the portal knows. Those of a feature that this portal
 * does not have are none: its tables stay as they are, and nobody reads them.
 */
export function findNewer<M extends MigrationKey>(
  applied: readonly M[],
  known: readonly MigrationKey[],
): readonly M[] {
  const newest = lastTimes(known);
  return applied.filter(({ feature, when }) =>
    feature === null || newest.has(feature) ? when > (newest.get(feature) ?? 0) : false,
  );
}

const Applied = z.object({
  created_at: z.string(),
  hash: z.string(),
  portal_version: z.nullable(z.string()),
  feature: z.nullable(z.string()),
});

type AppliedMigration = MigrationKey & {
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
    // As JSON, because the migrator's own table has neither version nor feature.
    sql`select created_at::text as created_at, hash, to_jsonb(applied) ->> 'portal_version' as portal_version,
        to_jsonb(applied) ->> 'feature' as feature
      from drizzle.__drizzle_migrations applied order by created_at`,
    Applied,
  );
  return rows.map(({ created_at, hash, portal_version, feature }) => ({
    when: Number(created_at),
    hash,
    portalVersion: portal_version,
    feature,
  }));
}

/**
 * Brings the tables up to date, or to what they were after the migration `through`, or after those of a list, in the
 * caller's transaction. It notes them in the table of Drizzle's migrator, which would use a transaction of its own, and whose imports are 60 MB of
 * memory in each thread.
 */
export async function applyMigrations(
  to: Queryable,
  {
    through = Number.POSITIVE_INFINITY,
    only,
  }: { through?: number | undefined; only?: readonly MigrationKey[] | undefined } = {},
): Promise<void> {
  await to.query('create schema if not exists drizzle');
  await to.query(
    'create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  );
  const wanted = only && lastTimes(only);
  const missing = findMissing(readMigrations(), await readAppliedMigrations(to)).filter(
    ({ feature, when }) => when <= Math.min(through, wanted ? (wanted.get(feature) ?? 0) : through),
  );
  if (missing.length === 0) return;
  await to.query('alter table drizzle.__drizzle_migrations add column if not exists portal_version text');
  await to.query('alter table drizzle.__drizzle_migrations add column if not exists feature text');
  for (const { statements, when, hash, feature } of missing) {
    for (const statement of statements) await to.query(statement);
    await to.query(
      sql`insert into drizzle.__drizzle_migrations (hash, created_at, portal_version, feature)
        values (${hash}, ${String(when)}::text::bigint, ${packageInfo.version}, ${feature})`,
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
  const newer = findNewer(applied, known).at(-1);
  if (!newer) return;
  const version = newer.portalVersion;
  throw new NewerSchema(
    `${place} was written by a newer version of the portal (${version ? `${version}, ` : ''}schema ${applied.length}; this one is ${packageInfo.version} and knows ${known.length}). Install ${version ? `version ${version} or later` : 'that version again'}, or restore a backup.`,
  );
}
