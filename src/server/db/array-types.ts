import { parse } from 'postgres-array';

/** The object ids of PostgreSQL's own array types, by what their elements become. */
const numbers = { int2: 1005, int4: 1007, oid: 1028, float4: 1021, float8: 1022 };
const booleans = { bool: 1000 };
const texts = {
  char: 1002,
  name: 1003,
  text: 1009,
  bpchar: 1014,
  varchar: 1015,
  int8: 1016,
  timestamp: 1115,
  date: 1182,
  timestamptz: 1185,
  numeric: 1231,
  uuid: 2951,
};

function arraysOf(types: Readonly<Record<string, number>>, toElement: (text: string) => unknown) {
  const oids = Object.values(types);
  return {
    to: oids[0] ?? 0,
    from: oids,
    // Statements pass arrays as text or JSON.
    serialize: (value: unknown) => value,
    parse: (text: string) => parse(text, toElement),
  };
}

/**
 * Reads arrays in the answers of PostgreSQL. The driver would ask the server for these types when it has connected, but
 * nobody handles a refusal, which ends the process: a pooler whose server is away accepts a connection, then refuses its
 * first statement.
 */
export const arrayTypes = {
  numbers: arraysOf(numbers, Number),
  booleans: arraysOf(booleans, (text) => text === 't'),
  texts: arraysOf(texts, String),
};
