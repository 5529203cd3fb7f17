import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { models } from '#config/models/index.ts';
import { normalizeContent } from '#contract/records/field-validation.ts';
import { type InputField, isInput } from '#contract/records/fields.ts';
import { isSameValue } from '#domain/records/versions.ts';
import { toContent, toFormValues } from '#features/records/screen/form-values.ts';
import {
  describeStatus,
  formatFieldValue,
  formatFileSize,
  formatRecordTitle,
} from '#features/records/screen/format.ts';
import { formatModelsRoute, parseModelsRoute } from '#features/records/screen/models-route.ts';
import { formatMoment } from '#lib/calendar-text.ts';
import { forAll } from '../../support/for-all.ts';
import { id, modelOf, recordOf } from '../../support/record-screens.ts';

/** Some value that a field may have. */
function anyValue(field: InputField): fc.Arbitrary<unknown> {
  switch (field.kind) {
    case 'NUMBER':
      return fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 }).map((n) => n + 0);
    case 'SPLIT_STRING_DROPDOWN':
      return fc.constantFrom('USGS', `USGS${field.separator}IDWR`);
    case 'CUSTOM':
      return field.custom === 'file'
        ? fc.constant({ id, name: 'a.csv', type: 'text/csv', size: 1 })
        : fc.record({ latitude_dd: fc.integer({ min: -90, max: 90 }), longitude_dd: fc.constant(-112.5) });
    default:
      // A line of text has no two spaces in a row.
      return fc.stringMatching(/^[a-z]+( [a-z]+)*$/);
  }
}

describe('a form', () => {
  test.each(models.map((model) => [model.name, model] as const))(
    'of %s gives back what it was given',
    (_, model) => {
      const inputs = model.fields.filter(isInput);
      const contents = fc.record(
        Object.fromEntries(inputs.map((field) => [field.name, fc.option(anyValue(field))])),
      );
      forAll([contents], 100, (content) => {
        const back = normalizeContent(
          model.fields,
          toContent(model.fields, toFormValues(model.fields, content)),
        );
        expect(isSameValue(back, content)).toBe(true);
      });
    },
  );

  test('keeps an invalid number as typed', () => {
    const fields: InputField[] = [{ kind: 'NUMBER', name: 'n', label: 'N' }];
    const read = (text: string) => toContent(fields, { n: text }).n;
    expect(['12', ' 1.5 ', '1,540.5', '−3', '', 'abc', '1,54', '0x10'].map(read)).toEqual([
      12,
      1.5,
      1540.5,
      -3,
      null,
      'abc',
      '1,54',
      '0x10',
    ]);
  });

  test('has no coordinates if both are blank, and keeps both if one is given', () => {
    const fields: InputField[] = [{ kind: 'CUSTOM', custom: 'coordinates', name: 'c', label: 'C' }];
    const read = (latitude: string, longitude: string) => toContent(fields, { c: { latitude, longitude } }).c;
    expect(read('', ' ')).toBeNull();
    expect(read('43', '')).toEqual({ latitude_dd: 43, longitude_dd: null });
  });
});

describe('routes', () => {
  test.each([
    ['/models', '', { kind: 'models' }],
    ['/models/datasets/', '', { kind: 'list', model: 'datasets' }],
    ['/models/datasets/add', '', { kind: 'add', model: 'datasets' }],
    [`/models/datasets/${id}`, '', { kind: 'record', model: 'datasets', id, mode: 'READONLY' }],
    [`/models/datasets/${id}`, '?mode=edit', { kind: 'record', model: 'datasets', id, mode: 'EDIT' }],
    ['/models/datasets/1', '', { kind: 'unknown' }],
    [`/models/datasets/${id}/more`, '', { kind: 'unknown' }],
  ])('%s%s', (pathname, search, place) => {
    expect(parseModelsRoute(pathname, search)).toEqual(place);
  });

  test('round-trip', () => {
    const route = { kind: 'record', model: 'datasets', id, mode: 'EDIT' } as const;
    const url = new URL(formatModelsRoute(route), 'http://portal.test');
    expect(parseModelsRoute(url.pathname, url.search)).toEqual(route);
  });
});

describe('texts', () => {
  const { model } = modelOf('datasets');

  test('of a record', () => {
    expect(formatRecordTitle(model, recordOf({ title: 'A' }), {})).toBe('A');
    expect(formatRecordTitle(model, recordOf({ title: null }), {})).toBe('Untitled dataset');
    expect(describeStatus(recordOf({}, { is_enabled: false }))).toBe('Draft, disabled');
    expect(formatMoment('2026-07-01T18:05:00.000001Z')).toBe('Jul 1 2026, 12:05 PM');
  });

  test('of values', () => {
    const field = (kind: 'DATE' | 'TIME' | 'DATETIME') => ({ kind, name: 'f', label: 'F' }) as InputField;
    expect(formatFieldValue(field('DATE'), '2024-02-29', {})).toBe('02/29/2024');
    expect(formatFieldValue(field('TIME'), '00:05', {})).toBe('12:05 AM');
    expect(formatFieldValue(field('DATETIME'), '2024-02-29T13:05', {})).toBe('02/29/2024 01:05 PM');
    expect(formatFieldValue({ kind: 'NUMBER', name: 'f', label: 'F', unit: 'ft' }, 4810.25, {})).toBe(
      '4,810.25 ft',
    );
    const well: InputField = { kind: 'DROPDOWN', name: 'f', label: 'F', choices: { lookup: 'wells' } };
    expect(formatFieldValue(well, 'W-7', { wells: [{ value: 'W-7', label: 'Seven (W-7)' }] })).toBe(
      'Seven (W-7)',
    );
    expect(formatFieldValue(well, 'W-7', {})).toBe('W-7');
    expect([999, 1500, 2_500_000].map(formatFileSize)).toEqual(['999 bytes', '2 KB', '2.5 MB']);
  });
});
