import { describe, expect, test } from 'vitest';
import { addressCodec, flagField, idField, nameField, Refusal } from '#lib/address-codec.ts';

type Choice = { kind: 'day' | 'year'; site: number | undefined; isLog: boolean; names: readonly string[] };

const schema = {
  kind: nameField('kind', ['day', 'year'], 'day'),
  site: idField('site', 14),
  isLog: flagField('log'),
  names: {
    key: 'names',
    initial: [],
    parse: (text: string, query: URLSearchParams) =>
      text === query.get('kind') ? new Refusal(`${text} is no name.`) : text.split(','),
    format: (names: readonly string[]) => (names.length > 0 ? names.join(',') : undefined),
  },
} as const;

describe('the address of a tool', () => {
  const codec = addressCodec<Choice>(schema);

  test('has its values in the order of the schema, with readable commas, and is read as it was written', () => {
    const choice: Choice = { kind: 'year', site: 3, isLog: true, names: ['a', 'b'] };
    expect(codec.write(choice)).toBe('kind=year&site=3&log=yes&names=a,b');
    expect(codec.read(codec.write(choice))).toEqual({ value: choice, refused: [] });
  });

  test.each(['', 'kind=week&site=0&log=no', 'site=-1&site=3', 'site=9999999999'])(
    'falls back to the first values for “%s”',
    (query) => {
      expect(codec.read(query)).toEqual({ value: codec.initial, refused: [] });
    },
  );

  test('says which parts cannot be shown, by the other parts', () => {
    const { value, refused } = codec.read('kind=day&names=day');
    expect(refused).toEqual(['day is no name.']);
    expect(value.names).toEqual([]);
    expect(codec.read('names=day').value.names).toEqual(['day']);
  });

  test('tells its parameters from others by a prefix', () => {
    const other = addressCodec<Choice>(schema, 's.');
    expect(other.write({ ...other.initial, isLog: true })).toBe('s.site=14&s.log=yes');
    expect(other.read('log=yes').value.isLog).toBe(false);
    expect(other.read('s.log=yes').value.isLog).toBe(true);
  });
});
