import * as z from 'zod/mini';
import { Basin } from '#contract/basin/basin.ts';

export type BasinField = {
  readonly name: string;
  readonly isRequired: boolean;
  /** What the field may hold, in the words of its error message. */
  readonly expects: string;
  /** Code is in backquotes. */
  readonly meaning: string;
};

/** The fields at one place of the basin file, or at several that have the same: `sites[]` is an entry of the list `sites`. */
export type BasinFieldTable = { readonly places: readonly string[]; readonly fields: readonly BasinField[] };

/**
 * Lists every field of the basin file from its schema, the file's own fields first.
 * @throws Error for a field without a meaning
 */
export function listBasinFields(): readonly BasinFieldTable[] {
  const tables = [...listTables('', Basin)];
  return [...Map.groupBy(tables, ({ fields }) => JSON.stringify(fields)).values()].map((same) => ({
    places: same.map(({ place }) => place),
    fields: same[0]?.fields ?? [],
  }));
}

type PlacedTable = { readonly place: string; readonly fields: readonly BasinField[] };

type Definition = {
  readonly type: string;
  readonly innerType?: z.ZodMiniType;
  readonly element?: z.ZodMiniType;
  readonly items?: readonly z.ZodMiniType[];
  readonly keyType?: z.ZodMiniType;
  readonly valueType?: z.ZodMiniType;
  readonly shape?: Readonly<Record<string, z.ZodMiniType>>;
  readonly options?: readonly z.ZodMiniType[];
};

/** Zod's types of definitions are a union of some forty; these are the fields that the basin file's schema uses. */
const definitionOf = (schema: z.ZodMiniType) => schema._zod.def as unknown as Definition;

function* listTables(place: string, schema: z.ZodMiniType): Generator<PlacedTable> {
  const { type, innerType, element, valueType, shape, options = [] } = definitionOf(schema);
  if (type === 'optional' && innerType) yield* listTables(place, innerType);
  if (type === 'array' && element) yield* listTables(`${place}[]`, element);
  if (type === 'record' && valueType) yield* listTables(`${place}.NAME`, valueType);
  for (const option of options) yield* listTables(place, option);
  if (type !== 'object' || !shape) return;
  const fields = Object.entries(shape);
  yield { place, fields: fields.map(([name, each]) => describeField(place, name, each)) };
  for (const [name, each] of fields) yield* listTables(place === '' ? name : `${place}.${name}`, each);
}

function describeField(place: string, name: string, schema: z.ZodMiniType): BasinField {
  const meaning = z.globalRegistry.get(schema)?.description;
  if (meaning === undefined) throw new Error(`The field ${place}.${name} of the basin file has no meaning.`);
  const isRequired = definitionOf(schema).type !== 'optional';
  return { name, isRequired, expects: describeExpected(schema), meaning };
}

/** What no field accepts, so that its message says what it expects. */
const wrongInputs: Readonly<Record<string, unknown>> = { string: '?', number: Number.NaN, boolean: '?' };

function describeExpected(schema: z.ZodMiniType): string {
  const { type, innerType, element, items, keyType, valueType } = definitionOf(schema);
  if (type === 'optional' && innerType) return describeExpected(innerType);
  if (type === 'array' && element) return `list: ${describeExpected(element)}`;
  if (type === 'tuple' && items) return `list of ${items.map(describeExpected).join(', ')}`;
  if (type === 'record' && valueType) {
    const key = keyType && definitionOf(keyType).type === 'enum' ? describeExpected(keyType) : 'name';
    return `by ${key}: ${describeExpected(valueType)}`;
  }
  if (type === 'object') return 'fields';
  const { error } = z.safeParse(schema, wrongInputs[type] ?? '?');
  return error?.issues.at(-1)?.message.replace(/^expected /, '') ?? 'text';
}
