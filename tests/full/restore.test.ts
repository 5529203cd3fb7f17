import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { type Description, type Manifest, maxEntryBytes } from '#server/backup/archive-format.ts';
import { openStore } from '#server/db/open-store.ts';
import { changeJson, readTar, type TarEntry, toTar, withManifest } from '../support/backup-archives.ts';
import { createPlaces, engineNames, restore, withStore } from '../support/backup-places.ts';
import { readAllRows } from '../support/portal-content.ts';

const places = createPlaces();
const anyEngine = engineNames.at(-1) ?? 'embedded';
const goodArchive = path.resolve(import.meta.dirname, '../fixtures/versions/backup-format-1.tar.gz');
const goodBytes = readFileSync(goodArchive);
const entries = await readTar(goodArchive);

const archive = () => path.join(places.folder, 'archive.tar.gz');
const find = (name: string) =>
  entries.find((entry) => entry.name === name) ?? { name, content: Buffer.from('') };
const values = 'tables/daily_value/000001.csv';
const text = (content: string) => Buffer.from(content);
const without = (name: string) => entries.filter((entry) => entry.name !== name);
const replace = (name: string, content: Buffer) =>
  entries.map((entry) => (entry.name === name ? { name, content } : entry));
const describeAs = (change: (description: Description) => object) =>
  changeJson<Description>(entries, 'backup.json', (description) => ({
    ...description,
    ...change(description),
  }));
const listAs = (change: (manifest: Manifest) => Manifest) =>
  changeJson<Manifest>(entries, 'manifest.json', change);

/** Adds an entry before the manifest, which lists it. */
const add = (name: string, content: Buffer, header: TarEntry['header'] = {}) => {
  const listed = withManifest([...entries, { name, content }]);
  return listed.map((entry) => (entry.name === name ? { ...entry, header } : entry));
};

/** `title`, what the archive is, and what is said about it. */
type WrongArchive = readonly [string, () => Promise<Buffer> | Buffer, RegExp];

const tar = (wrong: readonly TarEntry[]) => async () => gzipSync(await toTar(wrong));
const flipped = (at: number) => () => {
  const bytes = Buffer.from(goodBytes);
  bytes[at] = (bytes[at] ?? 0) ^ 0x10;
  return bytes;
};

/** Refused while it is read, before anything changes. */
const wrongArchives: readonly WrongArchive[] = [
  ['an empty file', () => text(''), /It is empty/],
  ['a text', () => text('Dear operator,\n'), /not a \.tar\.gz file/],
  ['a zip file', () => text('PK\u0003\u0004 and so on'), /not a \.tar\.gz file/],
  ['a tar file without gzip', () => toTar(entries), /not a \.tar\.gz file/],
  ['gzip of something else', () => gzipSync('x'.repeat(2000)), /It is (damaged|incomplete)/],
  ['gzip of nothing', () => gzipSync(''), /not a backup of this portal/],
  ['the first half', () => goodBytes.subarray(0, goodBytes.length / 2), /incomplete: its end is missing/],
  ['all but the last bytes', () => goodBytes.subarray(0, -12), /incomplete: its end is missing/],
  ['one with a changed bit', flipped(Math.floor(goodBytes.length / 2)), /It is damaged/],
  ['one with a changed checksum', flipped(goodBytes.length - 6), /It is damaged/],
  ['an archive of something else', tar([{ name: 'README.md', content: text('x') }]), /contains "README\.md"/],
  ['one without a description', tar(without('backup.json')), /not a backup of this portal/],
  [
    'one with another description',
    tar(replace('backup.json', text('{"format": "x"}'))),
    /not a backup of this/,
  ],
  ['one whose description is no JSON', tar(replace('backup.json', text('{'))), /backup\.json is not JSON/],
  ['one that lacks its tables', tar(describeAs(() => ({ tables: 1 }))), /backup\.json is not valid/],
  [
    'one with a hostile table',
    tar(describeAs(() => ({ tables: [{ name: 'x"; drop table location', columns: ['a'] }] }))),
    /backup\.json is not valid/,
  ],
  [
    'one of a newer format',
    tar(describeAs(() => ({ format_version: 2 }))),
    /newer version of the portal \(format 2; this one knows 1\)\. Install that version/,
  ],
  [
    'one of newer tables',
    tar(
      describeAs(({ migrations }) => ({
        portal_version: '9.0.0',
        migrations: [...migrations, { when: 4e12, hash: 'x' }],
      })),
    ),
    /newer version of the portal \(9\.0\.0, schema 12; this one knows \d+\)\. Install that version/,
  ],
  ['one without a manifest', tar(without('manifest.json')), /incomplete: manifest\.json is missing/],
  ['one with another manifest', tar(replace('manifest.json', text('[]'))), /manifest\.json is not valid/],
  ['one that lacks rows', tar(without(values)), /incomplete: tables\/daily_value\/000001\.csv is missing/],
  ['one with other rows', tar(replace(values, text('1,1,1991-10-01,5,A,,\n'))), /000001\.csv has changed/],
  [
    'one whose manifest lists too little',
    tar(listAs((manifest) => ({ ...manifest, entries: manifest.entries.slice(1) }))),
    /manifest does not list backup\.json/,
  ],
  [
    'one whose manifest lists an entry twice',
    tar(listAs((manifest) => ({ ...manifest, entries: [...manifest.entries, ...manifest.entries] }))),
    /lists an entry twice/,
  ],
  [
    'one with an entry twice',
    tar([...entries.slice(0, -1), find(values), ...entries.slice(-1)]),
    /in it twice/,
  ],
  ['one with an entry after its end', tar([...entries, find(values)]), /is after the end/],
  ['one with two descriptions', tar([...entries.slice(0, 1), ...entries]), /backup\.json is in it twice/],
  ['one with rows of no table', tar(add('tables/unknown/000001.csv', text('1\n'))), /belongs to no table/],
  [
    'one with a gap in its rows',
    tar(add('tables/daily_value/000003.csv', text('1\n'))),
    /belongs to no table/,
  ],
  [
    'a way out of the folder',
    tar(add('../outside', text('x'))),
    /contains "\.\.\/outside", which no backup does/,
  ],
  ['a way out among the files', tar(add('files/../../outside', text('x'))), /which no backup does/],
  ['an absolute name', tar(add('/etc/passwd', text('x'))), /contains "\/etc\/passwd"/],
  [
    'a link',
    tar(add('identity.json', text(''), { type: 'symlink', linkname: '/etc/passwd' })),
    /contains "identity\.json"/,
  ],
  ['a folder', tar(add('files', text(''), { type: 'directory' })), /contains "files"/],
  [
    'a file that is not what its name says',
    tar(add(`files/ab/${'c'.repeat(62)}`, text('x'))),
    /files\/ab\/c+ has changed/,
  ],
  [
    'rows that would fill the memory',
    tar(add('tables/daily_value/000002.csv', Buffer.alloc(maxEntryBytes.rows + 1))),
    /larger than any backup’s/,
  ],
];

/** Found only when the rows are loaded; the transaction, or the new folder, is then dropped. */
const wrongRows: readonly WrongArchive[] = [
  [
    'columns of another schema',
    tar(
      withManifest(
        describeAs(({ tables }) => ({
          tables: tables.map((table) =>
            table.name === 'daily_value' ? { ...table, columns: [...table.columns, 'more'] } : table,
          ),
        })),
      ),
    ),
    /the table daily_value is not one of schema 11/,
  ],
  [
    'a value of another type',
    tar(withManifest(replace(values, text('1,1,1991-10-01,many,A,,\n')))),
    /daily_value\/000001\.csv could not be loaded \(invalid input syntax for type real/,
  ],
  [
    'another number of rows than listed',
    tar(withManifest(replace(values, text('1,1,1991-10-01,5,A,,\n')))),
    /daily_value should have 63 rows, and has 1/,
  ],
  [
    'a parameter of no site',
    tar(withManifest(replace('tables/location/000001.csv', text('')))),
    /location_parameter\/000001\.csv could not be loaded \(.*foreign key/,
  ],
];

async function writeArchive(make: WrongArchive[1]) {
  writeFileSync(archive(), await make());
}

describe('a restore refuses, and changes nothing, for', { timeout: 1_200_000 }, () => {
  test.each(wrongArchives)('%s', async (_, make, message) => {
    await writeArchive(make);
    const target = await places.create('embedded', 'target', { isNew: true });
    const failure = await restore(target, archive()).catch((error: unknown) => error);
    expect(failure).toHaveProperty('name', 'BackupFailed');
    expect(failure).toHaveProperty('message', expect.stringMatching(message));
    expect(failure).toHaveProperty(
      'message',
      expect.stringMatching(/archive\.tar\.gz cannot be restored\. /),
    );
    expect(readdirSync(places.folder)).toEqual(['archive.tar.gz']);
  });

  test('an archive that does not exist, and a folder', async () => {
    const target = await places.create('embedded', 'target', { isNew: true });
    await expect(restore(target, archive())).rejects.toThrow(/There is no such file/);
    mkdirSync(archive());
    await expect(restore(target, archive())).rejects.toThrow(/It is not a file/);
  });

  test.each(wrongRows)('%s', async (_, make, message) => {
    await writeArchive(make);
    const target = await places.create(anyEngine, 'target');
    const before = await withStore(target, readAllRows);
    await expect(restore(target, archive(), { force: true })).rejects.toThrow(message);
    expect(await withStore(target, readAllRows)).toEqual(before);
    expect(readdirSync(target.dataDir).filter((name) => /restor/.test(name))).toEqual([]);
  });
});

const addPlace = "insert into location_type values (7, 'What was there')";

describe.each(engineNames)('a restore into a place with data (%s)', { timeout: 1_200_000 }, (engine) => {
  test('is refused, and with --force puts them aside', async () => {
    const target = await places.create(engine, 'target');
    await withStore(target, (store) => store.query(addPlace));
    mkdirSync(target.dataDir, { recursive: true });
    writeFileSync(path.join(target.dataDir, 'identity.json'), '{"former": "keys"}');
    await expect(restore(target, goodArchive)).rejects.toThrow(/--force/);
    expect(await withStore(target, (store) => store.query('select loc_type_ndx from location_type'))).toEqual(
      [{ loc_type_ndx: 7 }],
    );
    const { formerPlaces } = await restore(target, goodArchive, { force: true });
    await withStore(target, async (store) => {
      expect(await store.query('select loc_type_ndx from location_type order by 1')).toEqual([
        { loc_type_ndx: 1 },
        { loc_type_ndx: 2 },
      ]);
      const [schema] = /before_restore_\w+/.exec(formerPlaces.join()) ?? [];
      if (engine === 'embedded') {
        expect(readdirSync(formerPlaces[0] ?? '')).toEqual(['pglite']);
      } else {
        expect(await store.query(`select loc_type_name from ${schema}.location_type`)).toEqual([
          { loc_type_name: 'What was there' },
        ]);
      }
    });
    // The archive has no keys, so these stay.
    expect(readFileSync(path.join(target.dataDir, 'identity.json'), 'utf8')).toBe('{"former": "keys"}');
  });

  test('is refused while a portal uses it, also with --force', async () => {
    const target = await places.create(engine, 'target');
    const store = await openStore(target.config.databaseUrl);
    await store.query(addPlace);
    await expect(restore(target, goodArchive, { force: true })).rejects.toThrow(
      engine === 'embedded' ? /in use by another portal/ : /A portal uses the database/,
    );
    expect(await store.query('select loc_type_ndx from location_type')).toEqual([{ loc_type_ndx: 7 }]);
    await store.close();
    expect(existsSync(path.join(target.dataDir, 'restore.json'))).toBe(false);
  });
});
