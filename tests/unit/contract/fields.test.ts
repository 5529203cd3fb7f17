import { describe, expect, test } from 'vitest';
import { models, recordEndpoints } from '#config/models/index.ts';
import { findErrors, normalizeContent } from '#contract/records/field-validation.ts';
import { type Field, isInput } from '#contract/records/fields.ts';
import { RecordMeta } from '#contract/records/records.ts';
import { readMigrations } from '#server/db/applied-migrations.ts';

const tables = readMigrations()
  .flatMap(({ statements }) => statements)
  .join('\n');

describe('the models', () => {
  test.each(models.map((model) => [model.name, model] as const))(
    '%s has valid names, columns and paths',
    (name, model) => {
      const names = model.fields.map((field) => field.name);
      expect(new Set(names).size).toBe(names.length);
      for (const field of names) expect(Object.keys(RecordMeta.shape)).not.toContain(field);
      for (const column of model.columns) expect(names).toContain(column);
      expect(names).toContain(model.titleField);
      for (const field of model.unique ?? []) expect(names).toContain(field);
      expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/);
      expect(tables).toContain(`CREATE TABLE "${model.table}" (`);
      expect(recordEndpoints.get(name)?.list.path).toBe(`/api/${name}`);
    },
  );
});

const base = { name: 'f', label: 'Thing' };

/** The error message for a value of a field; undefined if it is valid. */
function errorMessage(field: Field, value: unknown): string | undefined {
  const content = normalizeContent([field], { f: value });
  return findErrors([field], [], content)[0]?.message;
}

describe('a field', () => {
  test('that is required asks for its value by its label', () => {
    expect(errorMessage({ ...base, kind: 'TEXT', maxLength: 9, required: true }, '  ')).toBe(
      'Enter a thing.',
    );
    expect(errorMessage({ ...base, label: 'Elevation', kind: 'NUMBER', required: true }, null)).toBe(
      'Enter the elevation.',
    );
    const choices = { options: [{ value: 'a', label: 'A' }] };
    expect(errorMessage({ ...base, kind: 'DROPDOWN', choices, required: true }, '')).toBe('Choose a thing.');
    expect(errorMessage({ ...base, kind: 'CUSTOM', custom: 'file', required: true }, null)).toBe(
      'Choose a file.',
    );
  });

  test('that is optional may be empty', () => {
    const optional: Field[] = [
      { ...base, kind: 'TEXT', maxLength: 9 },
      { ...base, kind: 'EMAIL' },
      { ...base, kind: 'NUMBER', min: 5 },
      { ...base, kind: 'DATE' },
      { ...base, kind: 'CUSTOM', custom: 'coordinates' },
    ];
    for (const field of optional) {
      expect(errorMessage(field, '')).toBeUndefined();
      expect(errorMessage(field, null)).toBeUndefined();
    }
  });

  test.each<[Field, unknown[], unknown[]]>([
    [{ ...base, kind: 'TEXT', maxLength: 3 }, ['abc', 'äöü'], ['abcd', 5]],
    [
      { ...base, kind: 'TEXT', maxLength: 99, format: 'url' },
      ['https://example.org/a?b', 'http://example.org'],
      ['javascript:alert(1)', 'example.org', 'https://', 'data:text/html,x'],
    ],
    [
      { ...base, kind: 'TEXT', maxLength: 99, format: 'identifier' },
      ['HEII', '1082:WY:SNTL'],
      ['heii', 'A B', '-A'],
    ],
    [
      { ...base, kind: 'EMAIL' },
      ['a@example.org'],
      ['a@', 'a@example', 'a b@example.org', '"a"@example.org'],
    ],
    [{ ...base, kind: 'NUMBER', min: 0, max: 24 }, [0, 24, 1.5], [-1, 24.1, '5', Number.NaN, Infinity]],
    [{ ...base, kind: 'DATE' }, ['2024-02-29'], ['2023-02-29', '24-02-01', '0001-01-01', 'today']],
    [{ ...base, kind: 'TIME' }, ['00:00', '23:59'], ['24:00', '7:30', '12:60', 'noon']],
    [
      { ...base, kind: 'DATETIME' },
      ['2024-02-29T12:30'],
      ['2024-02-29', '2024-02-30T12:30', '2024-02-29T12:30T1'],
    ],
    [
      {
        ...base,
        kind: 'SPLIT_STRING_DROPDOWN',
        separator: '; ',
        choices: { options: [{ value: 'a', label: 'A' }] },
      },
      ['a', 'a;a'],
      ['b', 'a; b'],
    ],
    [
      { ...base, kind: 'CUSTOM', custom: 'coordinates' },
      [{ latitude_dd: 43.5, longitude_dd: -112 }],
      [
        { latitude_dd: 91, longitude_dd: 0 },
        { latitude_dd: 'x', longitude_dd: 0 },
        { latitude_dd: 1 },
        'here',
      ],
    ],
  ])('%j accepts only valid values', (field, good, bad) => {
    for (const value of good) expect(errorMessage(field, value), String(value)).toBeUndefined();
    for (const value of bad) expect(errorMessage(field, value), String(value)).toBeTypeOf('string');
  });

  test('loses unknown names and surrounding spaces when content is normalized', () => {
    const fields: Field[] = [{ ...base, kind: 'TEXT', maxLength: 9 }];
    expect(normalizeContent(fields, { f: ' a ', g: 1 })).toEqual({ f: 'a' });
  });
});

test('checks rules about several fields once every field is valid', () => {
  const { fields, rules = [] } = models.find(({ name }) => name === 'datasets') ?? { fields: [] };
  const file = { id: '00000000-0000-4000-8000-000000000000', name: 'a.csv', type: 'text/csv', size: 1 };
  const content = {
    title: 'T',
    category: 'Groundwater',
    file,
    period_start: '2024-05-02',
    period_end: '2024-05-01',
  };
  expect(findErrors(fields, rules, normalizeContent(fields, content))).toEqual([
    { path: 'period_end', message: 'The end of the period is before its start.' },
  ]);
  expect(
    findErrors(fields, rules, normalizeContent(fields, { ...content, title: '' })).map(({ path }) => path),
  ).toEqual(['title']);
  expect(fields.filter(isInput).length).toBeGreaterThan(5);
});
