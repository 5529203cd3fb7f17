import { readdirSync } from 'node:fs';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { maxFileBytes } from '#contract/files.ts';
import { FileReference } from '#contract/records/fields.ts';
import type { FileStorage } from '#server/storage/file-storage.ts';
import { openFolderStorage } from '#server/storage/folder-storage.ts';
import { openS3Storage } from '#server/storage/s3-storage.ts';
import { openEmbeddedStore } from '../../support/engines.ts';
import { uploadTo } from '../../support/file-portal.ts';
import { startLocalServer } from '../../support/local-server.ts';
import { findModelCalls } from '../../support/records.ts';
import { closeAfter, temporaryFolder } from '../../support/set-up.ts';
import { sharePortal } from '../../support/shared-store.ts';
import { openTestApp, requesterAs } from '../../support/test-app.ts';

const pdf = Buffer.from('%PDF-1.7\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n');
const documents = findModelCalls('public-documents').calls;

/** A service that keeps what is put into it, as an S3 bucket does, for those who sign with the right key. */
async function openBucket() {
  const objects = new Map<string, { body: Buffer; type: string }>();
  const seen: { method: string; authorization: string; url: string }[] = [];
  const server = await startLocalServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    seen.push({ method, url, authorization: headers.authorization ?? '' });
    const signed =
      /^AWS4-HMAC-SHA256 Credential=key\/\d{8}\/us-west-2\/s3\/aws4_request, SignedHeaders=\S+ Signature=[\da-f]{64}$/;
    if (!signed.test(headers.authorization ?? ''))
      return response.writeHead(403).end('SignatureDoesNotMatch');
    if (method === 'PUT') {
      objects.set(url, { body: await buffer(request), type: headers['content-type'] ?? '' });
      return response.writeHead(200).end();
    }
    const found = objects.get(url);
    if (method === 'DELETE') return response.writeHead(objects.delete(url) ? 204 : 404).end();
    if (!found) return response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>');
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
    const body = first && last ? found.body.subarray(Number(first), Number(last) + 1) : found.body;
    return response.writeHead(first ? 206 : 200, { 'content-type': found.type }).end(body);
  });
  return { ...server, objects, seen };
}

const bucket = closeAfter(await openBucket());

const folder = temporaryFolder('files');

const storages: [string, () => FileStorage][] = [
  ['a folder', () => openFolderStorage(path.join(folder, 'files'))],
  [
    'a bucket',
    () =>
      openS3Storage({
        bucketUrl: `${bucket.origin}/portal`,
        region: 'us-west-2',
        accessKeyId: 'key',
        secretAccessKey: 'secret',
      }),
  ],
];

describe.each(storages)('files in %s', (_, openStorage) => {
  const { store, portal } = sharePortal(openEmbeddedStore, { storage: openStorage() });
  const asEditor = requesterAs(portal, 'Administrator');

  const upload = (name: string, payload: Buffer | string) => uploadTo(portal, name, payload);
  const download = (id: string, token?: string) => portal.send(`/api/files/${id}`, token);
  const problemOf = async (name: string, body: Buffer | string) => {
    const { statusCode, ...answer } = await upload(name, body);
    return { status: statusCode, detail: answer.json().detail };
  };

  test('come back with their bytes, name and type, to be saved and never to run', async () => {
    const answer = await upload('Abkommen Übersicht “2024”.pdf', pdf);
    expect(answer.statusCode).toBe(201);
    const file = FileReference.parse(answer.json());
    expect(file).toMatchObject({ type: 'application/pdf', size: pdf.length });
    const back = await download(file.id, 'Administrator');
    expect(back.rawPayload).toEqual(pdf);
    expect(back.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(pdf.length),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    const disposition = String(back.headers['content-disposition']);
    expect(disposition).toMatch(/^attachment; filename="Abkommen _bersicht _2024_\.pdf"; filename\*=UTF-8''/);
    expect(decodeURIComponent(disposition.split("UTF-8''")[1] ?? '')).toBe('Abkommen Übersicht “2024”.pdf');
  });

  test('are anyone’s once a published record has them, and only then', async () => {
    const file = FileReference.parse((await upload('minutes.pdf', pdf)).json());
    const statuses = async () => [
      (await download(file.id)).statusCode,
      (await download(file.id, 'User')).statusCode,
      (await download(file.id, 'Administrator')).statusCode,
    ];
    expect(await statuses()).toEqual([404, 404, 200]);
    const body = {
      title: 'Minutes',
      document_type: 'Minutes',
      document_date: '2024-05-01',
      // What the browser says of the file does not count.
      file: { ...file, name: 'evil.html', type: 'text/html', size: 1 },
    };
    const { id, ...record } = await asEditor(documents.create, { body });
    expect(record.file).toEqual(file);
    expect(await statuses()).toEqual([404, 404, 200]);
    await asEditor(documents.publish.post, { params: { id } });
    expect(await statuses()).toEqual([200, 200, 200]);
    await asEditor(documents.disable.post, { params: { id } });
    expect(await statuses()).toEqual([404, 404, 200]);
  });

  test('come in parts, and not again if they are the same', { tags: ['full'] }, async () => {
    const { id } = FileReference.parse((await upload('parts.pdf', pdf)).json());
    const get = (headers: Record<string, string>, method: 'GET' | 'HEAD' = 'GET') =>
      portal.send(
        { method, url: `/api/files/${id}`, headers: { 'accept-encoding': 'br', ...headers } },
        'Administrator',
      );
    const etag = String((await get({})).headers.etag);
    expect(etag).toMatch(/^"[\da-f]{64}"$/);
    const part = await get({ range: 'bytes=5-7' });
    expect(part.statusCode).toBe(206);
    expect(part.body).toBe('1.7');
    expect(part.headers).toMatchObject({ 'content-range': `bytes 5-7/${pdf.length}`, 'content-length': '3' });
    expect((await get({ range: 'bytes=5-7', 'if-range': '"other"' })).rawPayload).toEqual(pdf);
    expect((await get({ range: 'bytes=5-7', 'if-range': etag })).body).toBe('1.7');
    const beyond = await get({ range: 'bytes=900-' });
    expect(beyond.statusCode).toBe(416);
    expect(beyond.headers['content-range']).toBe(`bytes */${pdf.length}`);
    expect((await get({ 'if-none-match': etag })).statusCode).toBe(304);
    const head = await get({}, 'HEAD');
    expect(head.headers).toMatchObject({
      etag,
      'content-length': String(pdf.length),
      'accept-ranges': 'bytes',
    });
    expect(head.body).toBe('');
  });

  test('without bytes, without a name or too large are refused', { tags: ['full'] }, async () => {
    expect(await problemOf('empty.pdf', Buffer.alloc(0))).toMatchObject({ status: 400 });
    expect((await problemOf('', pdf)).detail).toContain('The file needs a name.');
    const large = Buffer.concat([pdf, Buffer.alloc(maxFileBytes)]);
    expect(await problemOf('large.pdf', large)).toEqual({
      status: 413,
      detail: 'The file is larger than 50 MB.',
    });
  });

  test('that are not there are not found', async () => {
    expect((await download('00000000-0000-4000-8000-000000000000', 'Administrator')).statusCode).toBe(404);
    expect((await download('1', 'Administrator')).statusCode).toBe(400);
    const file = FileReference.parse((await upload('missing.txt', `missing ${_}`)).json());
    await store.query("update stored_file set storage_key = 'aa/none' where id = $1::text::uuid", [file.id]);
    expect((await download(file.id, 'Administrator')).statusCode).toBe(404);
  });
});

test('a folder holds whole files only, one for the same bytes', () => {
  const storedNames = readdirSync(path.join(folder, 'files'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
  expect(storedNames.every((name) => /^[\da-f]{62}$/.test(name))).toBe(true);
  expect(new Set(storedNames).size).toBe(storedNames.length);
});

test('a bucket that refuses is a server error, whose message omits the response of the bucket', {
  tags: ['full'],
}, async () => {
  await using store = await openEmbeddedStore();
  const storage = openS3Storage({
    bucketUrl: `${bucket.origin}/portal`,
    region: 'elsewhere',
    accessKeyId: 'key',
    secretAccessKey: 'secret',
  });
  await using portal = openTestApp(store, { storage });
  const answer = await uploadTo(portal, 'a.pdf', pdf);
  expect(answer.statusCode).toBe(503);
  expect(answer.body).not.toContain('SignatureDoesNotMatch');
  expect(await store.query('select from stored_file')).toEqual([]);
});
