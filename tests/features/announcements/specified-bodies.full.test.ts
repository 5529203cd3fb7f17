import { expect, test } from 'vitest';
import { openEmbeddedStore } from '../../support/engines.ts';
import { announcement } from '../../support/records.ts';
import { sharePortal } from '../../support/shared-store.ts';

const { portal } = sharePortal(openEmbeddedStore, {});
const send = (method: 'POST' | 'PUT', url: string, payload: object) =>
  portal.send({ method, url, payload }, 'Administrator');

test('the specified bodies of a record are accepted: created, changed as it was read, and moved', async () => {
  const created = await send('POST', '/api/announcements', { ...announcement('One'), status_id: 2 });
  expect(created.statusCode).toBe(200);
  const record = created.json();
  const saved = await send('PUT', `/api/announcements/${record.id}`, {
    ...record,
    title: 'Two',
    publish: true,
  });
  expect([saved.statusCode, saved.json().title]).toEqual([200, 'Two']);
  const { id: _, ...copy } = saved.json();
  const other = await send('POST', '/api/announcements', { ...copy, title: 'Three', status_id: 1 });
  expect([other.statusCode, other.json().title]).toEqual([200, 'Three']);
  const silent = `/api/announcements/${other.json().id}/silent`;
  for (const body of [
    { status_id: 1 },
    { id: other.json().id, former_parent_id: null },
    { id: other.json().id, parent_id: null, status_id: 1 },
  ]) {
    expect((await send('PUT', silent, body)).statusCode).toBe(200);
  }
});
