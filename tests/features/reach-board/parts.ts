import type { TestParts } from '../../support/feature-parts.ts';

export const parts: TestParts = {
  addresses: { '/api/reach-gains-season/:location': ['/api/reach-gains-season/9'] },
  valueRequests: { readReachGainSeason: [(site) => `/api/reach-gains-season/${site}`, 404] },
  dataFiles: { readSeasonGainLink: ['/api/data/season-gain.:format?site=REACH'] },
};
