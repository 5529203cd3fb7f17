import { expect, test } from 'vitest';
import { toBriefCsv, toBriefRows } from '#downloads/brief-csv.ts';
import { briefExample } from '../../support/brief-example.ts';

const brief = briefExample();
const notes = {
  basin: 'Upper Snake River basin, Idaho',
  source: 'USBR HydroMet, USGS',
  address: 'https://portal.example/watershed-overview/today?on=2026-05-14',
  exportedAt: 'Exported 2026-05-14 07:02:00 America/Denver, 2026-05-14T13:02:00.000Z UTC',
  timeZone: 'America/Denver',
};

test('the lines above the header have day, address, source, provisional share and demonstration mark', () => {
  const lines = toBriefCsv(brief, notes).split('\r\n');
  expect(lines.filter((line) => line.startsWith('#'))).toEqual([
    '# Brief of 05/14/2026, Upper Snake River basin, Idaho',
    '# Address: https://portal.example/watershed-overview/today?on=2026-05-14',
    '# Source: USBR HydroMet, USGS',
    '# all values provisional',
    '# Synthetic demonstration values, not measurements.',
    '# Days are calendar days in America/Denver.',
    '# Exported 2026-05-14 07:02:00 America/Denver, 2026-05-14T13:02:00.000Z UTC',
  ]);
  expect(lines[7]).toBe('Section,Site,Site ID,Parameter,Figure,Date,Value,Unit,Approval,Class,Values');
});

test('every figure is a row, unrounded', () => {
  const text = toBriefCsv(brief, notes);
  expect(text).toContain(
    'Storage,Storage in the upper Snake reservoirs,,Reservoir Storage,Total,2026-05-12,2518400,AF,,,Demonstration',
  );
  expect(text).toContain(
    'Rivers,Snake River near Heise,13037500,Streamflow,Value,2026-05-13,13400,cfs,Provisional,normal,Demonstration',
  );
  expect(text).toContain('Rivers (natural flow),Snake River near Heise (Unregulated),HEII-QU,');
  expect(text).toContain(',Difference from a year before,2025-04-20,0.42,ft,');
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
    class: null,
  };
  const text = toBriefCsv({ ...brief, springs: [silent], storage: null }, notes);
  expect(text).toContain(`"'=HYPERLINK(""x"")",13095500,Streamflow,Value,,,cfs,,,Demonstration`);
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
    '',
    'Demonstration',
  ]);
});
