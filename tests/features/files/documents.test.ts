import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { storeFile } from '#server/files/store-file.ts';
import { openFilePortal } from '../../support/file-portal.ts';
import { findModelCalls } from '../../support/records.ts';
import { requesterAs } from '../../support/test-app.ts';

const documents = findModelCalls('public-documents').calls;
const { store, storage, portal } = await openFilePortal();

/** Publishes a document with a file of this name. @returns how to get its current file */
async function publish(name: string) {
  const bytes = Buffer.from(name.endsWith('.pdf') ? `%PDF-1.7\n% ${name}\n%%EOF\n` : name);
  const file = await storeFile(store, storage, { body: Readable.from([bytes]), name, actor: 'a' });
  const fields = { title: 'Monthly Report', document_type: 'Report', document_date: '2026-05-01', file };
  const { id } = await requesterAs(portal, 'Administrator')(documents.create, {
    body: { ...fields, status_id: 2 },
  });
  return (query: string) => portal.send(`/api/public-documents/${id}/file${query}`);
}

test('a PDF can be shown within the portal’s pages, and nothing else can', async () => {
  const [pdf, text] = [await publish('shown.pdf'), await publish('notes.txt')];
  const shown = await pdf('?disposition=inline');
  expect(shown.headers['content-disposition']).toMatch(/^inline; filename="shown\.pdf"/);
  expect(shown.headers['content-security-policy']).toMatch(/frame-ancestors 'self'$/);
  expect(shown.headers['x-frame-options']).toBeUndefined();
  const saved = await text('?disposition=inline');
  expect(saved.headers['content-disposition']).toMatch(/^attachment/);
  expect(saved.headers['content-security-policy']).toBe("default-src 'none'; sandbox");
  expect((await pdf('?disposition=other')).statusCode).toBe(400);
});
