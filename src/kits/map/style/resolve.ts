import type { MapFeature, PaintOverride } from '../types.ts';
import type { CompiledLayer, Warn } from './compile.ts';
import { propertySpecs, readLiteral, type StyleValue } from './properties.ts';

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
      style[name] = property.kind === 'fixed' ? property.value : property.evaluate(zoom, feature);
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
