import { expressionInterpreter } from 'vega-interpreter';

type Fields = Readonly<Record<string, unknown>>;
type Read = (datum: Fields, scales: Fields) => unknown;
type Item = { datum: Fields; [channel: string]: unknown };
type Encoding = {
  readonly marktype: string;
  readonly channels: Readonly<Record<string, { readonly ast: unknown }>>;
};

/** Marks of single points, whose channels stand for themselves; others have widths and heights to compute. */
const pointMarks: ReadonlySet<string> = new Set(['line', 'symbol']);

/**
 * Vega's interpreter of expressions, which needs no `eval`. It walks the syntax tree of every channel for every point; channels of
 * points that are a constant, a field or a scaled field are read by functions that are made once, in a fifth of the time.
 */
export const pointInterpreter = {
  ...expressionInterpreter,
  encode(context: unknown, encoding: Encoding) {
    const channels = readersOf(encoding);
    if (!channels) return expressionInterpreter.encode(context, encoding);
    return (item: Item, scales: Fields): number => {
      let isModified = 0;
      for (const [name, read] of channels) {
        const value = read(item.datum, scales);
        if (item[name] === value) continue;
        item[name] = value;
        isModified = 1;
      }
      return isModified;
    };
  },
};

/** Undefined if the interpreter is needed. */
function readersOf({ marktype, channels }: Encoding): readonly (readonly [string, Read])[] | undefined {
  if (!pointMarks.has(marktype)) return undefined;
  const readers: (readonly [string, Read])[] = [];
  for (const [name, { ast }] of Object.entries(channels)) {
    const read = readerOf(ast);
    if (!read) return undefined;
    readers.push([name, read]);
  }
  return readers;
}

function readerOf(ast: unknown): Read | undefined {
  const field = fieldOf(ast);
  if (field !== undefined) return (datum) => datum[field];
  if (!isRecord(ast)) return undefined;
  if (ast.type === 'Literal' && !('regex' in ast)) {
    const { value } = ast;
    return () => value;
  }
  return scaledReaderOf(ast);
}

/** Reads `scale('x', datum['x'])`. */
function scaledReaderOf({ type, callee, arguments: given }: Fields): Read | undefined {
  if (type !== 'CallExpression' || !isRecord(callee) || callee.name !== '_scale') return undefined;
  if (!Array.isArray(given) || given.length !== 2) return undefined;
  const [scale, input]: unknown[] = given;
  const field = fieldOf(input);
  if (!isRecord(scale) || scale.type !== 'Literal' || field === undefined) return undefined;
  const name = `%${scale.value}`;
  return (datum, scales) => {
    const apply = scales[name];
    return typeof apply === 'function' ? apply(datum[field]) : undefined;
  };
}

/** The field in `datum['x']`. */
function fieldOf(ast: unknown): string | undefined {
  if (!isRecord(ast) || ast.type !== 'MemberExpression' || !ast.computed) return undefined;
  const { object, property } = ast;
  if (!isRecord(object) || object.type !== 'Identifier' || object.name !== 'datum') return undefined;
  if (!isRecord(property) || property.type !== 'Literal' || typeof property.value !== 'string')
    return undefined;
  return property.value;
}

function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}
