import type { TestParts } from '../../support/feature-parts.ts';

export const parts: TestParts = {
  makers: {
    'features/river/screen/RiverParts.tsx': 'the first line of every CSV',
    'features/river/screen/start.tsx': 'the first line of every CSV',
  },
  dataFiles: { readRiverLink: ['/api/data/river.:format?on=2021-05-14'] },
};
