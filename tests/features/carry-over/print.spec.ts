import { testSheets } from '../../support/printed-sheets.ts';
import { createCarryOverExample } from './carry-over-example.ts';

const address = '/data-analysis-tools/forecast-supply?view=outlook&point=heise&issued=2025-11-01';

testSheets([['the carry-over', address, 2, 'KAF']], (page) =>
  page.route('**/api/carry-over/**', (route) => route.fulfill({ json: createCarryOverExample() })),
);
