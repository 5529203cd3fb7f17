import type { TestParts } from '../../support/feature-parts.ts';

export const parts: TestParts = {
  mayChange: { saveBasket: 'signed-in' },
  writes: ({ call, send }) => ({
    cases: {
      saveBasket: async () => {
        const { version } = (await send(call('GET', '/api/basket'))) as { version: number };
        return call('PUT', '/api/basket', { version, sites: version % 2 === 0 ? [1] : [2] });
      },
    },
  }),
};
