import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { verifyArchive } from '#server/backup/restore-archive.ts';
import { openStore } from '#server/db/open-store.ts';
import { startServer } from '#server/main.ts';
import {
  backUp,
  createPlaces,
  engineNames,
  type Place,
  restore,
  withStore,
} from '../support/backup-places.ts';
import {
  readAllRows,
  uploadedFile,
  writePortalContent,
  writeUploadedFile,
} from '../support/portal-content.ts';

const places = createPlaces();
const archive = () => path.join(places.folder, 'backup.tar.gz');

const keys = '{"signing": "secret"}';

/** Fills a portal, and returns its rows. */
async function fill(portal: Place) {
  writeUploadedFile(path.join(portal.dataDir, 'files'));
  writeFileSync(path.join(portal.dataDir, 'identity.json'), keys);
  return withStore(portal, async (store) => {
    await writePortalContent(store);
    return readAllRows(store);
  });
}

/** The embedded database takes longer to open; a running portal's is restored into another one below. */
const anyEngine = engineNames.at(-1) ?? 'embedded';
const pairs = engineNames
  .flatMap((from) => engineNames.map((to) => [from, to] as const))
  .filter(([from, to]) => from === anyEngine || to === anyEngine);

// On a busy machine the embedded database takes long to open.
describe('a backup', { timeout: 1_200_000 }, () => {
  test.each(pairs)('of a database (%s) is restored into an empty one (%s)', async (from, to) => {
    const source = await places.create(from, 'source');
    const rows = await fill(source);
    const report = await backUp(source, archive());
    expect(report).toMatchObject({ files: 1, missingFiles: [], bytes: statSync(archive()).size });
    const target = await places.create(to, 'target', { isNew: true });
    expect(await restore(target, archive())).toMatchObject({ formerPlaces: [], basinFile: undefined });
    await withStore(target, async (store) => {
      expect(await readAllRows(store)).toEqual(rows);
      const [version] = await store.query<{ version: string }>('select version::text from data_version');
      expect(Number(version?.version)).toBeGreaterThan(1.7e12);
      expect(await store.query('select * from data_change')).toEqual([]);
      // The id of the audit entry that was deleted is not given again.
      const [added] = await store.query(
        "insert into audit_log (actor, action, entity, entity_id) values ('a', 'b', 'c', 'd') returning audit_ndx::int",
      );
      expect(added).toEqual({ audit_ndx: 6 });
    });
    expect(readFileSync(path.join(target.dataDir, 'files', uploadedFile.key))).toEqual(uploadedFile.content);
    expect(readFileSync(path.join(target.dataDir, 'identity.json'), 'utf8')).toBe(keys);
    expect(readdirSync(target.dataDir).filter((name) => /restor/.test(name))).toEqual([]);
  });

  test('is readable by its owner only, and is not written over a file', async () => {
    const source = await places.create(anyEngine, 'source');
    await backUp(source, archive());
    expect(statSync(archive()).mode & 0o777).toBe(0o600);
    const content = readFileSync(archive());
    await expect(backUp(source, archive())).rejects.toThrow(/backup\.tar\.gz exists\. Name another file/);
    expect(readFileSync(archive())).toEqual(content);
  });

  test('names uploaded files that the storage lacks or has damaged', async () => {
    const source = await places.create(anyEngine, 'source');
    await fill(source);
    writeFileSync(path.join(source.dataDir, 'files', uploadedFile.key), 'Minutes of the meetinG\n');
    expect(await backUp(source, archive())).toMatchObject({ files: 0, missingFiles: [uploadedFile.key] });
    expect((await verifyArchive(archive())).manifest.missing_files).toEqual([uploadedFile.key]);
  });

  test('of a running portal is taken from a copy of its embedded database, which is removed', async () => {
    const source = await places.create('embedded', 'source');
    writeUploadedFile(path.join(source.dataDir, 'files'));
    const store = await openStore(source.config.databaseUrl);
    const server = await startServer(source.config, store);
    await writePortalContent(store);
    const rows = await readAllRows(store);
    try {
      expect(await backUp(source, archive())).toMatchObject({ files: 1 });
      expect(readdirSync(path.join(source.dataDir, 'snapshots'))).toEqual([]);
      // The portal works on.
      expect(await store.query('select 1 as one')).toEqual([{ one: 1 }]);
    } finally {
      await server.close();
    }
    const target = await places.create('embedded', 'target', { isNew: true });
    await restore(target, archive());
    await withStore(target, async (restored) => expect(await readAllRows(restored)).toEqual(rows));
  });

  test('is refused where another program has the folder open that is no portal, or one that is starting', async () => {
    const source = await places.create('embedded', 'source');
    await withStore(source, async () => {
      await expect(backUp(source, archive())).rejects.toThrow(/no portal is ready in it/);
      writeFileSync(path.join(source.dataDir, 'portal.json'), JSON.stringify({ port: 1, secret: 'x' }));
      await expect(backUp(source, archive())).rejects.toThrow(/The portal on port 1 does not answer/);
    });
    expect(existsSync(archive())).toBe(false);
    expect(readdirSync(places.folder)).toEqual(['source']);
  });

  test('is refused where there is nothing to back up', async () => {
    const source = await places.create('embedded', 'nothing', { isNew: true });
    await expect(backUp(source, archive())).rejects.toThrow(
      /There is no database in .*nothing\. Check DATA_DIR/,
    );
    expect(existsSync(source.dataDir)).toBe(false);
    const inMemory = { ...source, config: { ...source.config, databaseUrl: 'memory://' } };
    await expect(backUp(inMemory, archive())).rejects.toThrow(/memory:\/\//);
    await expect(restore(inMemory, archive())).rejects.toThrow(/memory:\/\//);
  });

  test('brings another basin file than the configured one, and leaves that', async () => {
    const source = await places.create(anyEngine, 'source');
    const basinFile = path.join(places.folder, 'basin.yaml');
    writeFileSync(basinFile, 'name: Other\n');
    await backUp({ ...source, config: { ...source.config, basinFile } }, archive());
    const target = await places.create(anyEngine, 'target', { isNew: true });
    const report = await restore(target, archive());
    expect(readFileSync(report.basinFile ?? '', 'utf8')).toBe('name: Other\n');
    expect(path.dirname(report.basinFile ?? '')).toBe(target.dataDir);
  });
});
