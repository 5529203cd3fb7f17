import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import type { FileReference } from '#contract/records/fields.ts';
import { listDocumentEditions, withdrawDocumentEdition } from '#features/editions/contract.ts';
import { storeFile } from '#server/files/store-file.ts';
import { openFilePortal } from '../../support/file-portal.ts';
import { findModelCalls } from '../../support/records.ts';
import { requesterAs } from '../../support/test-app.ts';

const documents = findModelCalls('public-documents').calls;

const { store, storage, portal } = await openFilePortal();
const asEditor = requesterAs(portal, 'Administrator');

const put = (name: string) =>
  storeFile(store, storage, {
    body: Readable.from([Buffer.from(name.endsWith('.pdf') ? `%PDF-1.7\n% ${name}\n%%EOF\n` : name)]),
    name,
    actor: 'a',
  });
const body = (file: FileReference, date = '2026-05-01') => ({
  title: 'Monthly Report',
  document_type: 'Report',
  document_date: date,
  file,
});
const create = async (file: FileReference, status_id: 1 | 2 = 2) =>
  (await asEditor(documents.create, { body: { ...body(file), status_id } })).id;
const save = (id: string, file: FileReference, publish: boolean, date?: string) =>
  asEditor(documents.save, { params: { id }, body: { ...body(file, date), publish } });
const act = (id: string, action: 'publish' | 'unpublish' | 'enable' | 'disable') =>
  asEditor(documents[action].post, { params: { id } });
const current = (id: string, query = '', headers: Record<string, string> = {}) =>
  portal.send({ url: `/api/public-documents/${id}/file${query}`, headers });
const editionNames = async (id: string) =>
  (await portal.request(listDocumentEditions, { params: { id } })).map(({ file }) => file.name);
const statusOf = async (url: string) => (await portal.send(url)).statusCode;

test('the address of the current file survives a replacement, and older editions are listed', async () => {
  const [may, june, july] = [await put('may.pdf'), await put('june.pdf'), await put('july.pdf')];
  const id = await create(may);
  const first = await current(id);
  expect(first.headers['content-disposition']).toContain('attachment; filename="may.pdf"');
  expect(await editionNames(id)).toEqual([]);

  await save(id, june, true, '2026-06-01');
  await save(id, july, true, '2026-07-01');
  const third = await current(id, '', { 'if-none-match': String(first.headers.etag) });
  expect(third.statusCode).toBe(200);
  expect(third.body).toContain('july.pdf');
  expect((await current(id, '', { 'if-none-match': String(third.headers.etag) })).statusCode).toBe(304);
  expect((await current(id, '', { range: 'bytes=0-3' })).body).toBe('%PDF');
  const head = await portal.send({ method: 'HEAD', url: `/api/public-documents/${id}/file` });
  expect(head.headers['content-length']).toBe(String(july.size));

  const editions = await portal.request(listDocumentEditions, { params: { id } });
  expect(editions.map(({ file, document_date }) => [file, document_date])).toEqual([
    [june, '2026-06-01'],
    [may, '2026-05-01'],
  ]);
  for (const file of [may, june, july]) expect(await statusOf(`/api/files/${file.id}`)).toBe(200);
});

test('drafts and unpublished changes are not readable, nor editions of a document that is hidden', async () => {
  const [draft, published, change] = [
    await put('draft.txt'),
    await put('published.txt'),
    await put('change.txt'),
  ];
  const id = await create(draft, 1);
  const addresses = () =>
    Promise.all(
      [
        `/api/public-documents/${id}/file`,
        `/api/public-documents/${id}/editions`,
        ...[draft, published, change].map((file) => `/api/files/${file.id}`),
      ].map(statusOf),
    );
  expect(await addresses()).toEqual([404, 404, 404, 404, 404]);
  await save(id, published, false);
  expect(await addresses()).toEqual([404, 404, 404, 404, 404]);
  await act(id, 'publish');
  // The first draft was never published, so it is no edition.
  expect(await editionNames(id)).toEqual([]);
  expect(await addresses()).toEqual([200, 200, 404, 200, 404]);
  await save(id, change, false);
  expect(await addresses()).toEqual([200, 200, 404, 200, 404]);
  await act(id, 'publish');
  expect(await addresses()).toEqual([200, 200, 404, 200, 200]);
  expect(await editionNames(id)).toEqual(['published.txt']);
  for (const [hide, show] of [
    ['disable', 'enable'],
    ['unpublish', 'publish'],
  ] as const) {
    await act(id, hide);
    expect(await addresses()).toEqual([404, 404, 404, 404, 404]);
    await act(id, show);
    expect(await addresses()).toEqual([200, 200, 404, 200, 200]);
  }
  await asEditor(documents.remove, { params: { id } });
  expect(await addresses()).toEqual([404, 404, 404, 404, 404]);
});

test('a file that was published by mistake can be withdrawn from the older editions', async () => {
  const [wrong, right] = [await put('wrong.txt'), await put('right.txt')];
  const id = await create(wrong);
  await save(id, right, true);
  const withdraw = (file: FileReference) => {
    const url = withdrawDocumentEdition.path.replace(':id', id).replace(':file', file.id);
    return portal.send({ method: 'DELETE', url }, 'Administrator');
  };
  expect((await withdraw(right)).statusCode).toBe(404);
  expect((await withdraw(wrong)).json()).toEqual([]);
  expect((await withdraw(wrong)).statusCode).toBe(404);
  expect(await statusOf(`/api/files/${wrong.id}`)).toBe(404);
  expect(await statusOf(`/api/files/${right.id}`)).toBe(200);
  // Neither a later edition nor a restart of the portal brings it back.
  await save(id, await put('later.txt'), true);
  expect(await editionNames(id)).toEqual(['right.txt']);
});

test('editions follow a document that gets another id', async () => {
  const [one, two] = [await put('one.txt'), await put('two.txt')];
  const id = await create(one);
  await save(id, two, true);
  const moved = crypto.randomUUID();
  await asEditor(documents.silent, { params: { id }, body: { id: moved } });
  expect(await editionNames(moved)).toEqual(['one.txt']);
  expect((await current(id)).statusCode).toBe(404);
});
