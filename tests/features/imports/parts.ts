import type { TestParts } from '../../support/feature-parts.ts';

export const parts: TestParts = {
  writes: ({ store, call, newImportRunner }) => ({
    cases: {
      startImport: () => {
        newImportRunner();
        return call('POST', '/api/imports', { source: 'usgs' }, 'Developer');
      },
      cancelImport: () => {
        newImportRunner()
          .start({ source: 'usgs' }, 'somebody')
          .finished.catch(() => {});
        return call('DELETE', '/api/imports/current', undefined, 'Developer');
      },
      saveImportSchedule: async () => {
        await store.query('delete from import_schedule');
        return call('PUT', '/api/imports/schedule', { every: '6h', source: 'usgs' }, 'Developer');
      },
    },
  }),
};
