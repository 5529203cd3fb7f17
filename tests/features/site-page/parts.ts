import type { TestParts } from '../../support/feature-parts.ts';

export const parts: TestParts = {
  valueRequests: {
    readSiteSeason: [(site) => `/api/sites/${site}/season?parameter=2`, 404],
    readWellRecord: [(site) => `/api/sites/${site}/well-record?parameter=7`, 404],
  },
};
