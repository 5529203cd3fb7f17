import type { TestParts } from '../../support/feature-parts.ts';

export const parts: TestParts = {
  writes: ({ call, send, newName, upload }) => ({
    cases: {
      withdrawDocumentEdition: async () => {
        const [old, present] = [await upload(), await upload()];
        const fields = { title: newName(), document_type: 'Report', document_date: '2026-05-01' };
        const { id } = (await send(
          call('POST', '/api/public-documents', { ...fields, file: old, status_id: 2 }),
        )) as { id: string };
        await send(call('PUT', `/api/public-documents/${id}`, { ...fields, file: present, publish: true }));
        return call('DELETE', `/api/public-documents/${id}/editions/${old.id}`);
      },
    },
  }),
};
