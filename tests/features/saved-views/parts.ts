import type { TestParts } from '../../support/feature-parts.ts';

const ownViews = 'signed-in';

export const parts: TestParts = {
  mayChange: {
    createTimeseriesView: ownViews,
    saveTimeseriesView: ownViews,
    deleteTimeseriesView: ownViews,
  },
  writes: ({ store, call, send, newName }) => {
    const create = () => call('POST', '/api/timeseries-views', { name: newName(), query: 'view=graph' });
    const createView = async () => {
      const { id } = (await send(create())) as { id: string };
      return `/api/timeseries-views/${id}`;
    };
    return {
      cases: {
        createTimeseriesView: async () => {
          await store.query('delete from timeseries_view');
          return create();
        },
        saveTimeseriesView: async () => {
          await store.query('delete from timeseries_view');
          return call('PUT', await createView(), { name: newName(), query: 'a=1' });
        },
        deleteTimeseriesView: async () => call('DELETE', await createView()),
      },
    };
  },
};
