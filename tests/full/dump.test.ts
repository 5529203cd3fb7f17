import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { describe, expect, inject, test } from 'vitest';
import { dumpDatabase } from '#server/backup/dump-database.ts';
import { openStore } from '#server/db/open-store.ts';
import { connectPostgres } from '#server/db/postgres/connect-postgres.ts';
import { copyTemplate } from '../support/backup-archives.ts';
import { createPlaces, type Place, withStore } from '../support/backup-places.ts';
import { createDatabase } from '../support/database-templates.ts';
import { portalContentSql, readAllRows } from '../support/portal-content.ts';

const places = createPlaces();
const server = inject('postgresUrl');

/** A data folder with content. */
async function createSource(): Promise<string> {
  const dataDir = path.join(places.folder, 'source');
  await copyTemplate(path.join(dataDir, 'pglite'));
  const client = await PGlite.create(path.join(dataDir, 'pglite'));
  for (const statement of portalContentSql) await client.query(statement);
  await client.close();
  return dataDir;
}

const createTarget = (options?: { isNew?: boolean }): Promise<Place> =>
  places.create('PostgreSQL', 'target', options);

describe.skipIf(!server)('a dump of the embedded database into PostgreSQL', { timeout: 1_200_000 }, () => {
  test('moves every row, and compares them', async () => {
    const dataDir = await createSource();
    const target = await createTarget({ isNew: true });
    const messages: string[] = [];
    const report = await dumpDatabase({
      dataDir,
      to: target.config.databaseUrl,
      onProgress: (message) => messages.push(message),
    });
    expect(messages).toContain('daily_value: 731 rows');
    const moved = await withStore(target, readAllRows);
    expect(report.rows).toBe(Object.values(moved).flat().length + 1);
    const source = await openStore(dataDir);
    expect(moved).toEqual(await readAllRows(source));
    await source.close();
    await withStore(target, async (store) => {
      const [added] = await store.query(
        "insert into audit_log (actor, action, entity, entity_id) values ('a', 'b', 'c', 'd') returning audit_ndx::int",
      );
      expect(added).toEqual({ audit_ndx: 6 });
    });
  });

  test('changes nothing where a row was changed on its way', async () => {
    const dataDir = await createSource();
    const target = await createTarget();
    const client = await connectPostgres(target.config.databaseUrl);
    // What is loaded goes into new tables, so only a trigger for all of them can reach it.
    await client.query(`
      create function change_value() returns trigger language plpgsql as $$
        begin new.result_value_daily := new.result_value_daily + 1; return new; end $$;
      create function watch_tables() returns event_trigger language plpgsql as $$
        begin
          if to_regclass('public.daily_value') is not null and not exists (
            select from pg_trigger where tgrelid = to_regclass('public.daily_value') and tgname = 'change_value') then
            create trigger change_value before insert on public.daily_value
              for each row execute function change_value();
          end if;
        end $$;
      create schema hidden;
      alter function change_value() set schema hidden;
      alter function watch_tables() set schema hidden;
      alter database ${new URL(target.config.databaseUrl).pathname.slice(1)} set search_path = public, hidden;
      create event trigger watch on ddl_command_end when tag in ('CREATE TABLE')
        execute function hidden.watch_tables()`);
    await client.end();
    await expect(dumpDatabase({ dataDir, to: target.config.databaseUrl })).rejects.toThrow(
      'The table daily_value differs after copying (731 rows, now 731). Nothing was written.',
    );
    const rows = Object.values(await withStore(target, readAllRows)).flat();
    // The settings that the migrations write.
    expect(rows.length).toBeLessThan(3);
  });

  test('is refused while a portal has the folder open', async () => {
    const dataDir = path.join(places.folder, 'source');
    await copyTemplate(path.join(dataDir, 'pglite'));
    const target = await createTarget({ isNew: true });
    const store = await openStore(dataDir);
    await expect(dumpDatabase({ dataDir, to: target.config.databaseUrl })).rejects.toThrow(
      /in use by another portal/,
    );
    await store.close();
  });
});

describe('a dump is refused for', { timeout: 1_200_000 }, () => {
  test.each([
    ['no address', '', /--to is the address of a PostgreSQL server/],
    ['a folder', '/tmp/elsewhere', /--to is the address of a PostgreSQL server/],
    ['another database', 'mysql://localhost/portal', /--to is the address of a PostgreSQL server/],
    ['memory', 'memory://', /--to is the address of a PostgreSQL server/],
    [
      'a server that is away',
      'postgres://portal:secret@127.0.0.1:1/portal',
      /could not be filled.*ECONNREFUSED/,
    ],
  ])('%s', async (_, to, message) => {
    const dataDir = path.join(places.folder, 'source');
    if (to.startsWith('postgres:')) await copyTemplate(path.join(dataDir, 'pglite'));
    const failure = await dumpDatabase({ dataDir, to }).catch((error: unknown) => error);
    expect(failure).toHaveProperty('name', 'BackupFailed');
    expect(failure).toHaveProperty('message', expect.stringMatching(message));
    expect(failure).toHaveProperty('message', expect.not.stringContaining('secret'));
  });

  test('a data folder without a database', async () => {
    const dataDir = path.join(places.folder, 'nothing');
    await expect(dumpDatabase({ dataDir, to: 'postgres://127.0.0.1:1/portal' })).rejects.toThrow(
      /There is no database in .*nothing/,
    );
    writeFileSync(dataDir, 'a file');
    await expect(dumpDatabase({ dataDir, to: 'postgres://127.0.0.1:1/portal' })).rejects.toThrow(
      /There is no database in .*nothing/,
    );
  });

  test.skipIf(!server)(
    'a database with data, one of another program, and one in another encoding',
    async () => {
      const dataDir = path.join(places.folder, 'source');
      await copyTemplate(path.join(dataDir, 'pglite'));
      const target = await createTarget();
      const to = target.config.databaseUrl;
      await withStore(target, (store) =>
        store.query("insert into gw_district values (1, 'Bonneville-Jefferson')"),
      );
      await expect(dumpDatabase({ dataDir, to })).rejects.toThrow(/The database is not empty/);
      expect(
        await withStore(target, (store) => store.query('select gw_district_ndx from gw_district')),
      ).toEqual([{ gw_district_ndx: 1 }]);
      const other = await createDatabase(server ?? '');
      const client = await connectPostgres(other.url);
      await client.query('create table invoice (id int); insert into invoice values (1)');
      await client.end();
      await expect(dumpDatabase({ dataDir, to: other.url })).rejects.toThrow(/The database is not empty/);
      await other.drop();
      const latin = await createDatabase(server ?? '', "template0 encoding 'LATIN1'");
      await expect(dumpDatabase({ dataDir, to: latin.url })).rejects.toThrow(/encoding LATIN1/);
      await latin.drop();
    },
  );
});
