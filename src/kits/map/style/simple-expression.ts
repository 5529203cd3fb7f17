import type { MapFeature } from '../types.ts';

/** An expression of a few common operators, evaluated without the large style evaluator. */
export interface SimpleExpression {
  readonly byZoom: boolean;
  readonly byFeature: boolean;
  readonly evaluate: (zoom: number, feature: MapFeature) => unknown;
}

const isPlain = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value);

const operators: Readonly<Record<string, (args: readonly unknown[]) => SimpleExpression | null>> = {
  zoom: () => ({ byZoom: true, byFeature: false, evaluate: (zoom) => zoom }),
  get: ([name, ...rest]) =>
    typeof name === 'string' && rest.length === 0
      ? { byZoom: false, byFeature: true, evaluate: (_, feature) => feature.properties?.[name] }
      : null,
  '==': (args) => compare(args, (one, other) => one === other),
  '>=': (args) =>
    compare(args, (one, other) => typeof one === 'number' && typeof other === 'number' && one >= other),
  match: ([input, ...rest]) => {
    const fallback = rest.at(-1);
    const labels = rest.filter((_, at) => at % 2 === 0).slice(0, -1);
    const outputs = rest.filter((_, at) => at % 2 === 1);
    if (rest.length % 2 === 0 || !labels.every(isPlain)) return null;
    return combine([input, fallback, ...outputs], ([found, otherwise, ...values]) => {
      const at = labels.indexOf(found);
      return at < 0 ? otherwise : values[at];
    });
  },
  interpolate: ([curve, input, ...rest]) => {
    const stops = rest.filter((_, at) => at % 2 === 0);
    const outputs = rest.filter((_, at) => at % 2 === 1);
    const isLinear = Array.isArray(curve) && curve.length === 1 && curve[0] === 'linear';
    if (!isLinear || outputs.length === 0 || !stops.every((stop) => typeof stop === 'number')) return null;
    return combine([input, ...outputs], ([at, ...values]) => interpolate(at, stops, values));
  },
};

/** Reads an expression; null if only the style evaluator can. */
export function readSimpleExpression(value: unknown): SimpleExpression | null {
  if (isPlain(value)) return { byZoom: false, byFeature: false, evaluate: () => value };
  if (!Array.isArray(value)) return null;
  const [name, ...args]: readonly unknown[] = value;
  return typeof name === 'string' && Object.hasOwn(operators, name)
    ? (operators[name]?.(args) ?? null)
    : null;
}

function combine(
  args: readonly unknown[],
  merge: (values: readonly unknown[]) => unknown,
): SimpleExpression | null {
  const parts = args.flatMap((arg) => readSimpleExpression(arg) ?? []);
  if (parts.length < args.length) return null;
  return {
    byZoom: parts.some(({ byZoom }) => byZoom),
    byFeature: parts.some(({ byFeature }) => byFeature),
    evaluate: (zoom, feature) => merge(parts.map(({ evaluate }) => evaluate(zoom, feature))),
  };
}

/** Without any expression within, it is a filter of the older form: `["==", "rank", 1]`. */
const compare = (args: readonly unknown[], test: (one: unknown, other: unknown) => boolean) =>
  args.length === 2 && args.some(Array.isArray) ? combine(args, ([one, other]) => test(one, other)) : null;

function interpolate(at: unknown, stops: readonly number[], values: readonly unknown[]): unknown {
  if (typeof at !== 'number') return undefined;
  const above = stops.findIndex((stop) => at < stop);
  if (above === 0) return values[0];
  if (above < 0) return values.at(-1);
  const [from = 0, to = 0] = stops.slice(above - 1, above + 1);
  const [low, high] = values.slice(above - 1, above + 1);
  if (typeof low !== 'number' || typeof high !== 'number') return undefined;
  return low + ((high - low) * (at - from)) / (to - from);
}
