type DailyValue = { site: string; date: string; value: string | null; approved?: boolean };

/** Fakes the legacy service's answer to a request for one site's discharge. */
export function legacyDailyValues(daily: readonly DailyValue[], url: URL): Response {
  const site = url.searchParams.get('sites') ?? '';
  const rows = daily.filter((row) => row.site === site);
  return Response.json({
    value: {
      timeSeries: [
        {
          sourceInfo: { siteCode: [{ value: site }] },
          variable: {
            variableCode: [{ value: '00060' }],
            unit: { unitCode: 'ft3/s' },
            noDataValue: -999999,
            options: { option: [{ optionCode: '00003' }] },
          },
          values: [
            {
              method: [{ methodID: 1 }],
              value: rows.map(({ value, date, approved = false }) => ({
                value: value ?? '-999999',
                qualifiers: [approved ? 'A' : 'P'],
                dateTime: `${date}T00:00:00.000`,
              })),
            },
          ],
        },
      ],
    },
  });
}
