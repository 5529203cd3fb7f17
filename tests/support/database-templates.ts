import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { migrateEmbedded } from '#server/db/embedded/open-pglite.ts';
import { openStore } from '#server/db/open-store.ts';
import { connectPostgres } from '#server/db/postgres/connect-postgres.ts';

/** Writes a migrated embedded database to a file. Loading it takes a fraction of the time of creating one. */
export async function writeEmbeddedTemplate(): Promise<{ file: string; remove(): void }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'portal-template-'));
  const file = path.join(folder, 'database.tar');
  const client = await PGlite.create('memory://');
  await migrateEmbedded(client);
  const dump = await client.dumpDataDir('none');
  writeFileSync(file, Buffer.from(await dump.arrayBuffer()));
  await client.close();
  return { file, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Creates a migrated database on a PostgreSQL server, as a template for others. */
export async function createPostgresTemplate(
  server: string,
): Promise<{ name: string; drop(): Promise<void> }> {
  const { name, url, drop } = await createDatabase(server);
  const store = await openStore(url);
  await store.close();
  return {
    name,
    drop: async () => {
      const admin = await connectPostgres(server);
      await admin.query(`drop database if exists ${demoTemplateOf(name)} with (force)`);
      await admin.end();
      await drop();
    },
  };
}

/** The name of a copy of a template that has the demonstration, if a test has asked for one. */
export const demoTemplateOf = (template: string) => `${template}_demo`;

/** Creates a database on a PostgreSQL server, empty or as a copy of a template. */
export async function createDatabase(
  server: string,
  template = 'template1',
): Promise<{ name: string; url: string; drop(): Promise<void> }> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const admin = await connectPostgres(server);
  await admin.query(`create database ${name} template ${template}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    name,
    url: url.href,
    drop: async () => {
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
    },
  };
}
