import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import type { FileReference } from '#contract/records/fields.ts';
import { readStoredFile } from '#server/files/queries.ts';
import { storeFile } from '#server/files/store-file.ts';
import { sweepFiles } from '#server/files/sweep.ts';
import type { FileStorage } from '#server/storage/file-storage.ts';
import { openFilePortal } from '../../support/file-portal.ts';
import { findModelCalls } from '../../support/records.ts';
import { requesterAs } from '../../support/test-app.ts';

const documents = findModelCalls('public-documents').calls;
const datasets = findModelCalls('datasets').calls;
const day = (number: number, hour = 0) => new Date(Date.UTC(2026, 5, number, hour));

const { store, storage, portal } = await openFilePortal();
const asEditor = requesterAs(portal, 'Administrator');

const put = (name: string, text = name, to = storage) =>
  storeFile(store, to, { body: Readable.from([Buffer.from(text)]), name, actor: 'a' });
const isListed = async ({ id }: FileReference) => (await readStoredFile(store, id)) !== undefined;
const body = (file: FileReference) => ({
  title: file.name,
  document_type: 'Report',
  document_date: '2026-05-01',
  file,
});
const keyOf = async ({ id }: FileReference) => (await readStoredFile(store, id))?.storage_key ?? '';

test('an upload that no record uses is deleted after a day, and its bytes a day later', async () => {
  const file = await put('unused.txt');
  const key = await keyOf(file);
  expect(await sweepFiles(store, storage, day(1))).toEqual({ files: [], keys: [] });
  expect(await sweepFiles(store, storage, day(1, 23))).toEqual({ files: [], keys: [] });
  expect(await sweepFiles(store, storage, day(2))).toEqual({ files: [file.id], keys: [] });
  expect(await storage.has(key)).toBe(true);
  expect(await sweepFiles(store, storage, day(3))).toEqual({ files: [], keys: [key] });
  expect(await storage.has(key)).toBe(false);
});

test('a file that a record uses in time stays, and the count begins again when it no longer does', async () => {
  const file = await put('late.txt');
  await sweepFiles(store, storage, day(1));
  const { id } = await asEditor(documents.create, { body: body(file) });
  for (const at of [day(2), day(9)]) expect((await sweepFiles(store, storage, at)).files).toEqual([]);
  await asEditor(documents.remove, { params: { id } });
  expect((await sweepFiles(store, storage, day(10))).files).toEqual([]);
  expect((await sweepFiles(store, storage, day(11))).files).toEqual([file.id]);
});

test('nothing that a version or an edition names is deleted', async () => {
  const [first, second, third] = [await put('1.txt'), await put('2.txt'), await put('3.txt')];
  const { id } = await asEditor(documents.create, { body: { ...body(first), status_id: 2 } });
  const save = (file: FileReference, publish: boolean) =>
    asEditor(documents.save, { params: { id }, body: { ...body(file), publish } });
  await save(second, true);
  await save(third, false);
  const dataset = await put('dataset.txt');
  await asEditor(datasets.create, { body: { title: 'Flows', category: 'Surface water', file: dataset } });
  // The versions are pruned, but the edition is still listed.
  await store.query(
    `delete from public_document where parent_id = $1::text::uuid and content->'file'->>'name' = '1.txt'`,
    [id],
  );
  await sweepFiles(store, storage, day(1));
  await sweepFiles(store, storage, day(20));
  for (const file of [first, second, third, dataset]) expect(await isListed(file)).toBe(true);
  await asEditor(documents.remove, { params: { id } });
  await sweepFiles(store, storage, day(21));
  const { files } = await sweepFiles(store, storage, day(22));
  expect(files.toSorted()).toEqual([first.id, second.id, third.id].toSorted());
});

test('bytes that were uploaded again are not removed', async () => {
  const file = await put('twice.txt', 'the same');
  const key = await keyOf(file);
  await sweepFiles(store, storage, day(1));
  await sweepFiles(store, storage, day(2));
  const again = await put('again.txt', 'the same');
  expect((await sweepFiles(store, storage, day(3))).keys).toEqual([]);
  expect(await keyOf(again)).toBe(key);
  expect(await storage.has(key)).toBe(true);
});

test('an upload survives a sweep that removes the same bytes while it runs', async () => {
  const file = await put('race.txt', 'raced');
  const key = await keyOf(file);
  await sweepFiles(store, storage, day(1));
  await sweepFiles(store, storage, day(2));
  // The sweep runs after the bytes are stored, and before the row is.
  const swept: string[] = [];
  const slow: FileStorage = {
    ...storage,
    async put(...args) {
      await storage.put(...args);
      if (swept.length === 0) swept.push(...(await sweepFiles(store, storage, day(4))).keys);
    },
  };
  const again = await put('race.txt', 'raced', slow);
  expect(swept).toContain(key);
  expect(await isListed(file)).toBe(false);
  expect(await keyOf(again)).toBe(key);
  expect(await storage.has(key)).toBe(true);
});

test('two portals that sweep at the same time delete each file once', async () => {
  const files = await Promise.all(Array.from({ length: 8 }, (_, index) => put(`many-${index}.txt`)));
  await Promise.all([sweepFiles(store, storage, day(5)), sweepFiles(store, storage, day(5))]);
  const reports = await Promise.all([
    sweepFiles(store, storage, day(6)),
    sweepFiles(store, storage, day(6)),
    put('meanwhile.txt', 'many-3.txt'),
  ]);
  const deleted = [...reports[0].files, ...reports[1].files];
  expect(deleted.filter((id) => files.some((file) => file.id === id)).toSorted()).toEqual(
    files.map(({ id }) => id).toSorted(),
  );
  expect(await isListed(reports[2])).toBe(true);
});
