import { describe, expect, test } from 'vitest';
import { models } from '#config/models/index.ts';
import { findErrors } from '#contract/records/field-validation.ts';
import { isInput } from '#contract/records/fields.ts';
import { describeVersionCount } from '#features/records/screen/format.ts';
import { describeChange } from '#features/records/screen/Versions.tsx';
import { modelOf } from '../../support/record-screens.ts';

const file = (name: string) => ({ id: name, name, type: 'text/csv', size: 1 });
const place = (latitude_dd: number, longitude_dd: number) => ({ latitude_dd, longitude_dd });

describe('the line of a version', () => {
  const { model: papers } = modelOf('public-documents');
  const { model: entries } = modelOf('well-production');
  const { model: sites } = modelOf('locations');
  const { model: data } = modelOf('datasets');
  const at = (latitude: number) => ({ coordinates: place(latitude, -112) });

  test.each([
    [data, { title: 'A' }, { title: 'A' }, 'Nothing changed'],
    [data, { title: '' }, { title: null }, 'Nothing changed'],
    [data, { title: 'A' }, { title: 'B' }, 'Title changed'],
    [papers, { summary: 'a' }, { summary: 'a'.repeat(121) }, 'Summary longer by 120 letters'],
    [
      papers,
      { title: 'A', summary: 'a' },
      { title: 'B', summary: 'ab' },
      'Title changed, summary longer by 1 letter',
    ],
    [papers, { summary: 'Ab' }, { summary: 'A' }, 'Summary shorter by 1 letter'],
    [papers, { summary: 'Snow' }, { summary: 'Rain' }, 'Summary reworded'],
    [papers, { summary: 'x' }, { summary: 'x💧💧' }, 'Summary longer by 2 letters'],
    [papers, { summary: null }, { summary: 'New' }, 'Summary added'],
    [papers, { summary: 'Old' }, { summary: '' }, 'Summary removed'],
    [papers, { file: file('a') }, { file: file('b') }, 'File replaced'],
    [papers, { tags: 'Irrigation' }, { tags: 'Irrigation; Snowpack' }, 'Tags changed'],
    [
      papers,
      { document_date: '2026-05-01' },
      { document_date: '2026-06-01' },
      'Document date from 05/01/2026 to 06/01/2026',
    ],
    [
      data,
      { category: 'Groundwater' },
      { category: 'Surface water' },
      'Category from Groundwater to Surface water',
    ],
    [entries, { hours_pumped: 4 }, { hours_pumped: 6.5 }, 'Hours pumped from 4 to 6.5'],
    [entries, { well: 'a'.repeat(25) }, { well: 'b' }, 'Well changed'],
    [sites, { huc8: 'A' }, { huc8: null }, 'HUC8 removed'],
    [sites, at(43), at(44), 'Coordinates moved 69 miles'],
    [sites, at(43), at(43.1), 'Coordinates moved 6.9 miles'],
    [sites, at(43), at(43.0001), 'Coordinates moved 36 feet'],
    [sites, { coordinates: 'unchecked' }, at(43), 'Coordinates changed'],
    [
      data,
      { title: 'A', description: 'A', category: 'a', source_url: 'a', contact: 'a' },
      { title: 'B', description: 'B', category: 'b', source_url: 'b', contact: 'b' },
      'Title changed, description reworded, category from a to b, 2 more fields changed',
    ],
  ])('$name: %j to %j', (model, before, after, line) => {
    expect(describeChange(model, before, after, {})).toBe(line);
  });

  test('is one sentence for every field of every model', () => {
    for (const model of models) {
      for (const field of model.fields.filter(isInput)) {
        const added = describeChange(model, {}, { [field.name]: 'x' }, {});
        expect(added.toLowerCase()).toBe(`${field.label.toLowerCase()} added`);
        expect(added).toMatch(/^[A-Z]/);
      }
    }
  });

  test('the count says which versions stay', () => {
    expect(describeVersionCount(1)).toBe('There is one version.');
    expect(describeVersionCount(6)).toBe(
      '6 versions, newest first, each with what it changed in the one below. The 5 newest stay, and the published one.',
    );
  });
});

test.each(models.map((model) => [model.name, model] as const))(
  'a missing value of %s is asked for in English',
  (_, { fields }) => {
    const required = fields.filter(isInput).map((field) => ({ ...field, required: true }));
    const messages = findErrors(required, [], {}).map(({ message }) => message);
    expect(messages).toHaveLength(required.length);
    for (const message of messages) {
      expect(message).toMatch(/^(Enter|Choose) (a|an|the|at least one of the) .+\.$/);
      expect(message).not.toMatch(
        / an? (hours|coordinates|[^ ]*s of)|\ba [aeio]|\ban [^aeiouh]|[a-z] [A-Z](?!UC)/,
      );
    }
  },
);
