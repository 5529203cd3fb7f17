import { todayInBasin } from '#lib/basin-clock.ts';
import { addDays } from '#lib/calendar.ts';
import type { TestParts } from '../../support/feature-parts.ts';
import { insertToken } from '../../support/personal-token.ts';

export const parts: TestParts = {
  mayChange: { createAccessToken: 'signed-in', revokeAccessToken: 'signed-in' },
  writes: ({ store, call, newName }) => ({
    cases: {
      createAccessToken: async () => {
        await store.query('delete from access_token');
        const ends_on = addDays(todayInBasin(new Date()), 9);
        return call('POST', '/api/tokens', { name: newName(), ends_on });
      },
      revokeAccessToken: async () => {
        // Inserted, because a person may create only so many tokens in an hour.
        await store.query('delete from access_token');
        return call('DELETE', `/api/tokens/${(await insertToken(store, 'test|Administrator')).id}`);
      },
    },
  }),
};
