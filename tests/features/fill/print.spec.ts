import { testSheets } from '../../support/printed-sheets.ts';
import { createFillExample } from './fill-example.ts';

const address =
  '/data-analysis-tools/forecast-supply?view=fill&reservoir=system&by=2026-07-31&target=0.97&issued=2026-04-01';

testSheets([['what it takes to fill', address, 3, 'cfs']], (page) =>
  page.route('**/api/fill/**', (route) => route.fulfill({ json: createFillExample() })),
);
