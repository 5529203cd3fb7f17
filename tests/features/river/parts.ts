import type { TestParts } from '../../support/feature-parts.ts';

export const parts: TestParts = {
  makers: {
    'features/river/screen/RiverParts.tsx': 'its line Source',
    'features/river/screen/start.tsx': 'its line Source',
  },
  dataFiles: { readRiverLink: ['/api/data/river.:format?on=2021-05-14'] },
};
