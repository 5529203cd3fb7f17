import { vi } from 'vitest';
import * as runners from '#features/bulk/server/bulk-runner.ts';
import type { TestParts } from '../../support/feature-parts.ts';

export const parts: TestParts = {
  addresses: { '/api/bulk/:file': ['/api/bulk/reservoir-storage.parquet', '/api/bulk/none.parquet'] },
  prepare: async (data) => {
    await (await runners.createBulkRunner(data).start()).finished;
  },
  writes: ({ call }) => {
    let isWriting = false;
    vi.spyOn(runners, 'createBulkRunner').mockReturnValueOnce({
      start: async () => {
        isWriting = true;
        return { finished: new Promise(() => {}) };
      },
      status: async () => ({
        state: isWriting ? 'writing' : 'none',
        progress: null,
        failure: null,
        manifest: null,
      }),
      isWriting: () => isWriting,
      cancel: async () => {
        isWriting = false;
      },
      sets: async () => [],
      removeFormer: async () => {},
      isComplete: () => true,
      stop: async () => {},
    });
    return {
      cases: {
        writeBulk: () => {
          isWriting = false;
          return call('POST', '/api/bulk', undefined, 'Developer');
        },
        cancelBulk: () => {
          isWriting = true;
          return call('DELETE', '/api/bulk', undefined, 'Developer');
        },
      },
      readState: () => isWriting,
    };
  },
  producers: { 'features/bulk/server/parquet-file.ts': 'tests/features/bulk' },
};
