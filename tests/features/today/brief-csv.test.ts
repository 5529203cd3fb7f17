import { expect, test } from 'vitest';
import { toBriefCsv, toBriefRows } from '#features/today/files/brief-csv.ts';
import { briefExample } from '../../support/brief-example.ts';

const brief = briefExample();
const notes = {
  basin: 'Upper Snake River basin, Idaho',
  today: '2026-05-14',
  address: 'https://portal.example/watershed-overview/today?on=2026-05-14',
  exportedAt: 'Exported 2026-05-14 07:02:00 America/Denver, 2026-05-14T13:02:00.000Z UTC',
  timeZone: 'America/Denver',
};

test('the lines above the header have day, address, source and provisional share', () => {
  const lines = toBriefCsv(brief, notes).split('\r\n');
  expect(lines.filter((line) => line.startsWith('#'))).toEqual([
    '# Brief of 2026-05-14, Upper Snake River basin, Idaho',
    '# On May 12, reservoirs held 2.52 million acre-feet, the 5th lowest of 45 years for the date. Snow is below the median, and the Snake River near Heise is normal.',
    '# Address: https://portal.example/watershed-overview/today?on=2026-05-14',
    '# Source: NRCS Snotel, USBR HydroMet, USGS',
    '# all values provisional',
    '# Days are calendar days in America/Denver.',
    '# Exported 2026-05-14 07:02:00 America/Denver, 2026-05-14T13:02:00.000Z UTC',
  ]);
  expect(lines[7]).toBe('Section,Site,Site ID,Parameter,Figure,Date,Value,Unit,Approval,Standing,Source');
});

test('every figure is a row, unrounded', () => {
  const text = toBriefCsv(brief, notes);
  expect(text).toContain(
    'Storage,Storage in the upper Snake reservoirs,,Reservoir Storage,Total,2026-05-12,2518400,AF,,"below normal, 14th percentile of 30 years",USBR HydroMet',
  );
  expect(text).toContain(
    'Rivers,Snake River near Heise,13037500,Streamflow,Value,2026-05-13,13400,cfs,Provisional,"normal, 55th percentile of 30 years",USGS',
  );
  expect(text).toContain('Rivers (natural flow),Snake River near Heise (Unregulated),HEII-QU,');
  expect(text).toContain(',Value,2026-04-20,171.42,ft,Provisional,0.42 ft lower than a year ago,');
  expect(text).toContain(
    'Gains of reaches,Shelley to Near Blackfoot,RG-SHYI-NBLK,Reach Gain,7-day mean,2026-05-13,-318,cfs,Provisional,"losing far less than usual, 96th percentile of 30 years",',
  );
  expect(text).toContain(',Change in 7 days,2026-05-13,4850,cfs,,a larger rise than in 41 of 44 years,');
  expect(text).toContain(',Years with a smaller fall,,30,of 33 years,');
  expect(text).toContain(',Days since the last value,2026-05-05,9,days,,"no value since May 5, 2026",');
  expect(text).toContain('Snow,Snake above Heise,,Snow Water Equivalent,Percent of median,2026-05-13,92,%,');
  const rows = toBriefRows(brief);
  expect(new Set(rows.map((row) => row.length))).toEqual(new Set([11]));
  expect(new Set(rows.map(([section]) => section))).toEqual(
    new Set([
      'Storage',
      'Rivers',
      'Rivers (natural flow)',
      'Springs',
      'Gains of reaches',
      'Wells',
      'Snow',
      'What moved this week',
      'Late or flagged',
    ]),
  );
});

test('a figure without a value has an empty cell, and a name that a spreadsheet would run is none', () => {
  const [first] = brief.springs;
  if (!first) throw new Error('The example has a spring.');
  const silent = {
    ...first,
    loc_name: '=HYPERLINK("x")',
    value: null,
    rdate: null,
    approval: null,
    week_before: null,
    class: null,
    percentile: null,
    of: null,
    rank: null,
    year_before: null,
  };
  const text = toBriefCsv({ ...brief, springs: [silent], storage: null }, notes);
  expect(text).toContain(`"'=HYPERLINK(""x"")",13095500,Streamflow,Value,,,cfs,,no value yet,USGS`);
});

test('a withheld total is a row without a value', () => {
  const storage = brief.storage && { ...brief.storage, total: null };
  expect(toBriefRows({ ...brief, storage })[0]).toEqual([
    'Storage',
    'Storage in the upper Snake reservoirs',
    '',
    'Reservoir Storage',
    'Total',
    '2026-05-13',
    null,
    'AF',
    '',
    'no total of all reservoirs',
    'USBR HydroMet',
  ]);
});

test('a row names who delivered its values', () => {
  const brief = briefExample();
  const [first, ...others] = brief.springs;
  if (!first) throw new Error('The example has a spring.');
  const real = { ...first, delivered_by: 'USBR HydroMet' };
  const notes = { basin: '', today: '2026-05-14', address: '', exportedAt: '', timeZone: '' };
  const lines = toBriefCsv({ ...brief, springs: [real, ...others] }, notes).split('\r\n');
  const rows = lines.filter((line) => line.startsWith('Springs,'));
  const ofReal = rows.filter((line) => line.includes(`,${real.loc_id},`));
  expect(ofReal.length).toBeGreaterThan(0);
  for (const row of rows) {
    expect(row).toMatch(ofReal.includes(row) ? /,USBR HydroMet$/ : /,USGS$/);
  }
});
