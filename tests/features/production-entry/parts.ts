import type { TestParts } from '../../support/feature-parts.ts';

export const parts: TestParts = {
  searches: [
    ['enter hours', 'guide/well-production'],
    ['well prodution', 'guide/well-production'],
    ['pumpd hours', 'guide/well-production'],
  ],
  values: { well: 'W-7', month: '2020-05' },
  writes: ({ store, call }) => ({
    cases: {
      saveProductionMonth: async () => {
        await store.query('delete from well_production');
        await store.query('delete from daily_value where parameter_ndx = 10');
        await store.query('delete from location_parameter where parameter_ndx = 10');
        const content = { hours_pumped: 12, method: 'Hour meter' };
        const days = [{ day: '2024-07-03', seen: null, content }];
        return call('PUT', '/api/production-months/W-7/2024-07', { publish: true, days });
      },
    },
  }),
};
