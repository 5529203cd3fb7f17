import { expect, test } from 'vitest';
import { listOfficialForecasts } from '#features/agency-forecasts/contract.ts';
import { ingest } from '#ingest/run.ts';
import { quietImport } from '../../support/basin.ts';
import { describeEngines } from '../../support/engines.ts';
import { createServices, gage, now, small } from '../../support/official-services.ts';
import { shareOther, shareStore } from '../../support/shared-store.ts';
import { requesterAs } from '../../support/test-app.ts';

describeEngines('the forecasts of NRCS', (open) => {
  const store = shareStore(open);
  const ask = requesterAs(shareOther(store), 'Developer');

  test('lists the newest forecast of each point and period', async () => {
    expect(await ask(listOfficialForecasts, {})).toEqual([]);
    const { fetch } = createServices();
    await ingest(store, 'official', { ...quietImport, basin: small, now, fetch });
    expect(await ask(listOfficialForecasts, {})).toMatchObject([
      {
        station: `${gage}:ID:USGS`,
        point_name: 'Snake R nr Heise',
        publication_date: '2026-04-01',
        period_start: '04-01',
        period_end: '07-31',
        normal_af: 3_200_000,
        exceeded_90: 2_001_000,
        exceeded_70: null,
        exceeded_50: 2_901_000,
        exceeded_10: null,
      },
    ]);
  });
});
