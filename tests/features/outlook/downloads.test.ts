import { describe, expect, test, vi } from 'vitest';
import { outlookDownloads } from '#features/outlook/screen/outlook-text.ts';
import { demonstrationNote } from '#lib/demonstration.ts';
import { linesOf, textOf } from '../../support/season-files.ts';
import { createOutlookExample, createWithheldOutlook } from './outlook-example.ts';

const outlook = createOutlookExample();
const { forecast, predictors } = outlook;
if (!forecast) throw new Error('The example has a forecast.');

describe('the files of an outlook', () => {
  const files = outlookDownloads(outlook);

  test('carry title, units, issue day, source and address', () => {
    const text = textOf(outlookDownloads({ ...outlook, flow: { ...outlook.flow } }), 'Predictors');
    expect(text.split('\r\n').slice(0, 6)).toEqual([
      '# Predictors: April–July volume, Snake River near Heise',
      '# Issue day: 2026-04-01',
      '# Volumes are in acre-feet (AF), 1 cfs-day = 1.983471 AF.',
      '# Source: Computed by this portal from Streamflow at Snake River near Heise, unregulated (HEII-QU) and 4 snow records. Values: NRCS Snotel, USBR HydroMet. Official forecasts: NRCS',
      '# Address: https://portal.example.org/?view=outlook',
      '# Exported 2026-04-01',
    ]);
  });

  test('have a row for each chance, predictor, coefficient and year', () => {
    expect(linesOf(textOf(files, 'Volumes by exceedance')).map((line) => line.split(',')[0])).toEqual([
      'Chance of exceedance (%)',
      '90',
      '70',
      '50',
      '30',
      '10',
    ]);
    expect(linesOf(textOf(files, 'Predictors'))).toHaveLength(1 + predictors.length);
    const { components, years } = forecast.model;
    expect(linesOf(textOf(files, 'Coefficients'))).toHaveLength(2 + components.length + predictors.length);
    expect(linesOf(textOf(files, 'Training data'))).toHaveLength(1 + years.length);
    expect(linesOf(textOf(files, 'Residuals'))).toHaveLength(1 + forecast.hindcast.length);
  });

  test('have what came and the fan by day, in order', () => {
    const [header, ...rows] = linesOf(textOf(files, 'Season'));
    expect(header).toBe(
      'Date,Came (AF),Exceeded in 90 % (AF),Exceeded in 75 % (AF),Exceeded in 50 % (AF),Exceeded in 25 % (AF),Exceeded in 10 % (AF)',
    );
    const days = rows.map((line) => line.slice(0, 10));
    expect(days).toEqual([...new Set([...outlook.observed.curve.days, ...forecast.fan.days])].toSorted());
    expect(rows.at(-1)).toBe([forecast.fan.days.at(-1), '', ...lastOf(forecast.fan)].map(String).join(','));
  });

  test('have the whole model as JSON', () => {
    const model = JSON.parse(textOf(files, 'Model'));
    expect(model.notes).toContain('Issue day: 2026-04-01');
    expect(model.forecast.model).toEqual(forecast.model);
  });

  test('are those without a forecast where it is withheld; a late predictor is an empty cell', () => {
    const withheld = outlookDownloads(createWithheldOutlook());
    expect(withheld.files.map(({ what }) => what)).toEqual(['Season', 'Predictors', 'What was issued']);
    expect(textOf(withheld, 'Predictors')).toMatch(/,,,.*,late,/);
  });

  test('have what was issued, withheld outlooks too', () => {
    expect(linesOf(textOf(files, 'What was issued'))).toEqual([
      'Issue day,Computed at (UTC),Exceeded in 90 % (AF),Exceeded in 70 % (AF),Exceeded in 50 % (AF),Exceeded in 30 % (AF),Exceeded in 10 % (AF),Withheld because',
      '2026-03-31,2026-03-31T14:05:09Z,,,,,,"8 of 21 predictors have no value yet; they carry 38 % of the weight, more than 25 %."',
      '2026-04-01,2026-04-01T14:05:09Z,2690000,3100000,3400000,3740000,4220000,',
    ]);
  });

  test('have addresses that name the point, the day and the file', () => {
    expect(files.files.map(({ address }) => address)).toEqual([
      '/api/data/outlook.csv?point=heise&issued=2026-04-01&of=volumes',
      '/api/data/outlook.csv?point=heise&issued=2026-04-01&of=season',
      '/api/data/outlook.csv?point=heise&issued=2026-04-01&of=predictors',
      '/api/data/outlook.csv?point=heise&issued=2026-04-01&of=coefficients',
      '/api/data/outlook.csv?point=heise&issued=2026-04-01&of=residuals',
      '/api/data/outlook.csv?point=heise&issued=2026-04-01&of=training',
      '/api/data/outlook.csv?point=heise&issued=2026-04-01&of=issues',
      '/api/outlook/heise?issued=2026-04-01',
    ]);
  });
});

function lastOf({ p90, p75, p50, p25, p10 }: NonNullable<typeof forecast>['fan']) {
  return [p90, p75, p50, p25, p10].map((line) => line.at(-1));
}

test('the model of a demonstration says so once, as every CSV that the page saves', () => {
  const notesOf = () => JSON.parse(textOf(outlookDownloads(outlook), 'Model')).notes;
  expect(notesOf()).not.toContain(demonstrationNote);
  vi.stubGlobal('document', { documentElement: { dataset: { demo: 'yes' } } });
  expect(notesOf().filter((line: string) => line === demonstrationNote)).toHaveLength(1);
  vi.unstubAllGlobals();
});
