import type { MapFeature, StyleLayer, StyleLayerType } from '../types.ts';
import type { StyleEvaluator } from './evaluator.ts';
import { fillTokens, hasTokens, needsEvaluator, readLiteral } from './literals.ts';
import {
  type CompiledProperty,
  nonVisualProperties,
  type PropertySpec,
  propertySpecs,
} from './properties.ts';
import { readSimpleExpression } from './simple-expression.ts';

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
  readonly properties: Readonly<Record<string, CompiledProperty>>;
}

export type Warn = (message: string) => void;

/** Whether any layer needs the style evaluator to be drawn correctly. */
export function layersNeedEvaluator(layers: readonly StyleLayer[]): boolean {
  return layers.some((layer) => {
    if (layer.filter && !readSimpleExpression(layer.filter)) return true;
    const specs = propertySpecs[layer.type];
    return Object.entries({ ...layer.paint, ...layer.layout }).some(([name, value]) => {
      const spec = specs[name];
      return spec !== undefined && needsEvaluator(spec, value) && !readSimpleProperty(spec, value);
    });
  });
}

/** Only numbers: colors and texts are coerced and interpolated by rules of their own. */
function readSimpleProperty(spec: PropertySpec, value: unknown): CompiledProperty | null {
  const simple = spec.kind === 'number' ? readSimpleExpression(value) : null;
  return (
    simple && {
      kind: 'computed',
      byZoom: simple.byZoom,
      byFeature: simple.byFeature,
      evaluate: (zoom, feature) => readLiteral(spec, simple.evaluate(zoom, feature)) ?? spec.initial,
    }
  );
}

/** @returns null without a filter, or while the evaluator is not loaded */
function compileFilter(
  filter: readonly unknown[] | undefined,
  evaluator: StyleEvaluator | null,
  warn: Warn,
): Pick<CompiledLayer, 'byZoom' | 'accepts'> | null {
  const simple = filter && readSimpleExpression(filter);
  if (simple) {
    const { byZoom, evaluate } = simple;
    return { byZoom, accepts: (zoom, feature) => evaluate(zoom, feature) === true };
  }
  const compiled = filter && evaluator ? evaluator.filter(filter) : null;
  if (compiled?.kind === 'refused') warn(`filter: ${compiled.reason}; every feature is drawn.`);
  return compiled?.kind === 'filter' ? compiled : null;
}

function compileProperty(
  name: string,
  spec: PropertySpec,
  type: StyleLayerType,
  raw: unknown,
  evaluator: StyleEvaluator | null,
  warn: Warn,
): CompiledProperty {
  const initial: CompiledProperty = { kind: 'fixed', value: spec.initial };
  if (raw === undefined || raw === null) return initial;
  if (needsEvaluator(spec, raw)) {
    const simple = readSimpleProperty(spec, raw);
    if (simple) return simple;
    // The default is used until the evaluator is loaded, when the layer is compiled again.
    if (!evaluator) return initial;
    const compiled = evaluator.property(type, name, spec, raw);
    if (compiled.kind === 'refused') {
      warn(`${name}: ${compiled.reason}; the default is used.`);
      return initial;
    }
    return compiled;
  }
  const value = readLiteral(spec, raw);
  if (value === undefined) {
    warn(`${name}: ${JSON.stringify(raw)} is not a valid value; the default is used.`);
    return initial;
  }
  if (spec.kind === 'text' && typeof value === 'string' && hasTokens(value)) {
    return {
      kind: 'computed',
      byZoom: false,
      byFeature: true,
      evaluate: (_, feature) => fillTokens(value, feature.properties),
    };
  }
  return { kind: 'fixed', value };
}

/** Compiles a layer's style. Values that cannot be used are reported to `warn` and get their defaults. */
export function compileLayer(layer: StyleLayer, evaluator: StyleEvaluator | null, warn: Warn): CompiledLayer {
  const specs = propertySpecs[layer.type];
  for (const name of Object.keys({ ...layer.paint, ...layer.layout })) {
    if (!specs[name] && !nonVisualProperties.has(name))
      warn(`${name} is not drawn on a ${layer.type} layer.`);
  }
  const properties: Record<string, CompiledProperty> = {};
  for (const [name, spec] of Object.entries(specs)) {
    const raw = (spec.group === 'paint' ? layer.paint : layer.layout)?.[name];
    properties[name] = compileProperty(name, spec, layer.type, raw, evaluator, warn);
  }
  const filter = compileFilter(layer.filter, evaluator, warn);
  const computed = Object.values(properties).filter((property) => property.kind === 'computed');
  return {
    id: layer.id,
    type: layer.type,
    source: layer.source,
    visible: layer.layout?.visibility !== 'none',
    minzoom: layer.minzoom ?? 0,
    maxzoom: layer.maxzoom ?? Infinity,
    drawOrder: layer.drawOrder ?? 0,
    byZoom: computed.some(({ byZoom }) => byZoom) || (filter?.byZoom ?? false),
    byFeature: computed.some(({ byFeature }) => byFeature),
    accepts: filter?.accepts ?? null,
    properties,
  };
}
