/** Why a text of an address cannot be used, or a part of it, as a sentence with what is shown instead. */
export class Refusal<V = never> {
  readonly sentence: string;
  /** What can be used of it, such as the other entries of a list. The initial value by default. */
  readonly rest: V | undefined;

  constructor(sentence: string, rest?: V) {
    this.sentence = sentence;
    this.rest = rest;
  }
}

/** One value of an address. */
export type AddressField<V> = {
  /** The name of its parameter. */
  readonly key: string;
  /** Its value where the address has none, or none that can be used. */
  readonly initial: V;
  /** Reads a text; undefined for one to ignore. `query` has the other parameters. */
  readonly parse: (text: string, query: URLSearchParams) => V | Refusal<V> | undefined;
  /** The text of a value. Undefined: the address is without it. */
  readonly format: (value: V) => string | undefined;
};

/** The address of a tool: the fields of its choice, in the order in which they are written. */
export type AddressSchema<T> = { readonly [K in keyof T]: AddressField<T[K]> };

export type AddressCodec<T> = {
  readonly initial: T;
  /** Reads a query string without `?`. `refused` has a sentence for each part that cannot be shown. */
  read(query: string): { readonly value: T; readonly refused: readonly string[] };
  /** Writes a query string without `?`, with readable commas. */
  write(value: T): string;
};

/** Creates the reader and the writer of an address. `prefix` tells its parameters from others: `s.` */
export function addressCodec<T extends object>(schema: AddressSchema<T>, prefix = ''): AddressCodec<T> {
  const names = Object.keys(schema) as (keyof T)[];
  const build = (toValue: <K extends keyof T>(name: K) => T[K]): T =>
    Object.fromEntries(names.map((name) => [name, toValue(name)])) as T;
  return {
    initial: build((name) => schema[name].initial),
    read(text) {
      const query = new URLSearchParams(text);
      const refused: string[] = [];
      const value = build((name) => {
        const { key, initial, parse } = schema[name];
        const given = query.get(prefix + key);
        const parsed = given === null ? undefined : parse(given, query);
        if (!(parsed instanceof Refusal)) return parsed ?? initial;
        refused.push(parsed.sentence);
        return parsed.rest ?? initial;
      });
      return { value, refused };
    },
    write(value) {
      const query = new URLSearchParams();
      for (const name of names) {
        const text = schema[name].format(value[name]);
        if (text !== undefined) query.set(prefix + schema[name].key, text);
      }
      return query.toString().replaceAll('%2C', ',');
    },
  };
}

/** One of some names; the initial one is not written. */
export function nameField<V extends string>(key: string, names: readonly V[], initial: V): AddressField<V> {
  return {
    key,
    initial,
    parse: (text) => names.find((each) => each === text),
    format: (value) => (value === initial ? undefined : value),
  };
}

/** The number of a record, from 1. */
export function idField(key: string, initial?: number): AddressField<number | undefined> {
  return { key, initial, parse: parseId, format: (value) => value?.toString() };
}

/** `yes`, or nothing. */
export function flagField(key: string): AddressField<boolean> {
  return {
    key,
    initial: false,
    parse: (text) => text === 'yes',
    format: (value) => (value ? 'yes' : undefined),
  };
}

function parseId(text: string): number | undefined {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}
