import type { TestParts } from '../../support/feature-parts.ts';

export const parts: TestParts = {
  addresses: {
    '/embed/:figure': ['/embed/storage', '/embed/season?site=G1&parameter=Streamflow', '/embed/nothing'],
    '/api/figures/season': ['/api/figures/season?site=G1&parameter=Streamflow'],
    '/api/figures/snow': ['/api/figures/snow?group=Upper'],
  },
  answersWithValues: [
    '/api/figures/season?site=G1&parameter=Streamflow',
    '/api/figures/snow?group=Upper',
    '/api/figures/storage',
    '/api/figures/brief',
  ],
};
