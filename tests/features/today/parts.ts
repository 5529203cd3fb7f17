import type { TestParts } from '../../support/feature-parts.ts';

export const parts: TestParts = {
  addresses: { '/api/brief': ['/api/brief?on=2021-05-14', '/api/brief?on=never'] },
  dataFiles: { readBriefLink: ['/api/data/brief.:format?on=2021-05-14'] },
};
