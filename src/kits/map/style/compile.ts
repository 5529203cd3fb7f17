import { toErrorMessage } from '#lib/errors.ts';
import type { MapFeature, PaintOverride, StyleLayer, StyleLayerType } from '../types.ts';
import type { StyleEvaluator } from './evaluator.ts';
import {
  type Expression,
  fillTokens,
  hasTokens,
  needsEvaluator,
  nonVisualProperties,
  type PropertySpec,
  propertySpecs,
  readLiteral,
  type StyleValue,
} from './properties.ts';

export interface CompiledLayer {
  readonly id: string;
  readonly type: StyleLayerType;
  readonly source: string;
  readonly visible: boolean;
  readonly minzoom: number;
  readonly maxzoom: number;
  readonly drawOrder: number;
  readonly byZoom: boolean;
  readonly byFeature: boolean;
  readonly accepts: ((zoom: number, feature: MapFeature) => boolean) | null;
  readonly properties: Readonly<Record<string, Expression<StyleValue>>>;
  /** Whether only the style evaluator can read some of it, which was not there. */
  readonly needsEvaluator: boolean;
}

export type Warn = (message: string) => void;

/** @returns null without a filter, or while the evaluator is not loaded */
function compileFilter(
  filter: readonly unknown[] | undefined,
  evaluator: StyleEvaluator | null,
  warn: Warn,
): Expression | null {
  if (!filter) return null;
  try {
    return readSimpleExpression(filter) ?? evaluator?.filter(filter) ?? null;
  } catch (problem) {
    warn(`filter: ${toErrorMessage(problem)}; every feature is drawn.`);
    return null;
  }
}

const constant = <Value>(value: Value): Expression<Value> => ({
  byZoom: false,
  byFeature: false,
  evaluate: () => value,
});

/** @returns null if only the evaluator can read the value, and is not loaded */
function compileProperty(
  name: string,
  spec: PropertySpec,
  type: StyleLayerType,
  raw: unknown,
  evaluator: StyleEvaluator | null,
  warn: Warn,
): Expression<StyleValue> | null {
  const initial = constant(spec.initial);
  if (raw === undefined || raw === null) return initial;
  if (!needsEvaluator(spec, raw)) {
    const value = readLiteral(spec, raw);
    if (value === undefined) {
      warn(`${name}: ${JSON.stringify(raw)} is not a valid value; the default is used.`);
      return initial;
    }
    if (spec.kind !== 'text' || typeof value !== 'string' || !hasTokens(value)) return constant(value);
    const evaluate = (_: number, feature: MapFeature) => fillTokens(value, feature.properties);
    return { byZoom: false, byFeature: true, evaluate };
  }
  try {
    // Only numbers: colors and texts are coerced and interpolated by rules of their own.
    const simple = spec.kind === 'number' ? readSimpleExpression(raw) : null;
    const read = simple ?? evaluator?.property(type, name, spec, raw);
    return (
      (read && {
        ...read,
        evaluate: (zoom, feature) => readLiteral(spec, read.evaluate(zoom, feature)) ?? spec.initial,
      }) ??
      null
    );
  } catch (problem) {
    warn(`${name}: ${toErrorMessage(problem)}; the default is used.`);
    return initial;
  }
}

/**
 * Compiles a layer's style. Values that cannot be used are reported to `warn` and get their defaults; so do those that wait
 * for the evaluator, until the layer is compiled again.
 */
export function compileLayer(layer: StyleLayer, evaluator: StyleEvaluator | null, warn: Warn): CompiledLayer {
  const specs = propertySpecs[layer.type];
  for (const name of Object.keys({ ...layer.paint, ...layer.layout })) {
    if (!specs[name] && !nonVisualProperties.has(name))
      warn(`${name} is not drawn on a ${layer.type} layer.`);
  }
  const filter = compileFilter(layer.filter, evaluator, warn);
  const properties: Record<string, Expression<StyleValue>> = {};
  let needsMore = layer.filter !== undefined && !filter && !evaluator;
  for (const [name, spec] of Object.entries(specs)) {
    const raw = (spec.group === 'paint' ? layer.paint : layer.layout)?.[name];
    const compiled = compileProperty(name, spec, layer.type, raw, evaluator, warn);
    needsMore ||= compiled === null;
    properties[name] = compiled ?? constant(spec.initial);
  }
  const all = Object.values(properties);
  return {
    id: layer.id,
    type: layer.type,
    source: layer.source,
    visible: layer.layout?.visibility !== 'none',
    minzoom: layer.minzoom ?? 0,
    maxzoom: layer.maxzoom ?? Infinity,
    drawOrder: layer.drawOrder ?? 0,
    byZoom: [...all, filter].some((each) => each?.byZoom),
    byFeature: all.some(({ byFeature }) => byFeature),
    accepts: filter && ((zoom, feature) => filter.evaluate(zoom, feature) === true),
    properties,
    needsEvaluator: needsMore,
  };
}

const isPlain = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value);

/** A few common operators, which are evaluated without the large style evaluator. */
const operators: Readonly<Record<string, (args: readonly unknown[]) => Expression | null>> = {
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
export function readSimpleExpression(value: unknown): Expression | null {
  if (isPlain(value)) return constant(value);
  if (!Array.isArray(value)) return null;
  const [name, ...args]: readonly unknown[] = value;
  return typeof name === 'string' && Object.hasOwn(operators, name)
    ? (operators[name]?.(args) ?? null)
    : null;
}

function combine(
  args: readonly unknown[],
  merge: (values: readonly unknown[]) => unknown,
): Expression | null {
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

/** The resolved values of a layer's properties for one feature; shared by all features with equal values. */
export type ResolvedStyle = Readonly<Record<string, StyleValue>>;

type Override = NonNullable<ReturnType<PaintOverride>>;

function readOverride(layer: CompiledLayer, override: Override, warn: Warn): ResolvedStyle {
  const specs = propertySpecs[layer.type];
  const values: Record<string, StyleValue> = {};
  for (const [name, raw] of Object.entries(override)) {
    const spec = specs[name];
    const value = spec && readLiteral(spec, raw);
    if (value === undefined) warn(`${name}: ${JSON.stringify(raw)} cannot replace the layer's own value.`);
    else values[name] = value;
  }
  return values;
}

/**
 * Resolves one style per feature, or null if the layer's filter excludes it. Features with equal styles share one object,
 * so that drawing can detect a change of style by identity.
 */
export function resolveStyles(
  layer: CompiledLayer,
  features: readonly MapFeature[],
  zoom: number,
  override: PaintOverride | undefined,
  warn: Warn,
): readonly (ResolvedStyle | null)[] {
  const properties = Object.entries(layer.properties);
  const interned = new Map<string, ResolvedStyle>();
  const overrides = new Map<Override, ResolvedStyle>();

  function intern(style: ResolvedStyle): ResolvedStyle {
    const key = Object.values(style).join('\u0001');
    const cached = interned.get(key);
    if (cached) return cached;
    interned.set(key, style);
    return style;
  }

  function baseStyle(feature: MapFeature): ResolvedStyle {
    const style: Record<string, StyleValue> = {};
    for (const [name, property] of properties) {
      style[name] = property.evaluate(zoom, feature);
    }
    return intern(style);
  }

  const merged = new Map<ResolvedStyle, Map<Override, ResolvedStyle>>();
  function withOverride(style: ResolvedStyle, given: Override): ResolvedStyle {
    const byOverride = merged.get(style) ?? new Map<Override, ResolvedStyle>();
    merged.set(style, byOverride);
    const cached = byOverride.get(given);
    if (cached) return cached;
    const values = overrides.get(given) ?? readOverride(layer, given, warn);
    overrides.set(given, values);
    const result = intern({ ...style, ...values });
    byOverride.set(given, result);
    return result;
  }

  let shared: ResolvedStyle | null = null;
  return features.map((feature) => {
    if (layer.accepts && !layer.accepts(zoom, feature)) return null;
    let style: ResolvedStyle;
    if (layer.byFeature) style = baseStyle(feature);
    else {
      shared ??= baseStyle(feature);
      style = shared;
    }
    const given = override?.(feature);
    return given ? withOverride(style, given) : style;
  });
}

// Styles are validated when they are compiled; these functions only narrow their types.

export function numberOf(style: ResolvedStyle, name: string): number {
  const value = style[name];
  return typeof value === 'number' ? value : 0;
}

export function textOf(style: ResolvedStyle, name: string): string {
  const value = style[name];
  return typeof value === 'string' ? value : '';
}

export function numbersOf(style: ResolvedStyle, name: string): readonly number[] {
  const value = style[name];
  return Array.isArray(value) ? value.filter((item) => typeof item === 'number') : [];
}
