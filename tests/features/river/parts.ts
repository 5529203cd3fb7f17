import type { TestParts } from '../../support/feature-parts.ts';

export const parts: TestParts = {
  dataFiles: { readRiverLink: ['/api/data/river.:format?on=2021-05-14'] },
};
