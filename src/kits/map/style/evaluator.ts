import {
  Color,
  createPropertyExpression,
  type FilterSpecification,
  Formatted,
  featureFilter,
  isFunction,
  latest,
  normalizePropertyExpression,
  type PropertyValueSpecification,
  type StylePropertySpecification,
} from '@maplibre/maplibre-gl-style-spec';
import { toGeometryTypeCode } from '../canvas/geometry.ts';
import type { MapFeature, StyleLayerType } from '../types.ts';
import type { Expression, PropertySpec } from './properties.ts';

// Loaded only when a layer has an expression, a legacy function or a filter: the evaluator is large.

const asFeature = (feature: MapFeature) => ({
  type: toGeometryTypeCode(feature.geometry?.type ?? ''),
  id: feature.id,
  properties: { ...feature.properties },
});

function toPlainValue(value: unknown): unknown {
  if (value instanceof Color || value instanceof Formatted) return value.toString();
  return value;
}

function propertySpecification(type: StyleLayerType, name: string, spec: PropertySpec) {
  const table: Readonly<Record<string, unknown>> = latest[`${spec.group}_${type}`];
  // The declared type of the library's table is its widened JSON.
  return table[name] as StylePropertySpecification | undefined;
}

function compileExpression(type: StyleLayerType, name: string, spec: PropertySpec, value: unknown) {
  const specification = propertySpecification(type, name, spec);
  if (!specification) throw new Error('the style specification does not define it');
  if (isFunction(value)) {
    return normalizePropertyExpression(value as PropertyValueSpecification<unknown>, name, specification);
  }
  const result = createPropertyExpression(value, name, specification);
  if (result.result === 'success') return result.value;
  throw new Error(result.value.map(({ message }) => message).join('; '));
}

/** Reads what simple expressions cannot say. @throws Error with what the style specification does not allow */
export const evaluator = {
  property(type: StyleLayerType, name: string, spec: PropertySpec, value: unknown): Expression {
    const expression = compileExpression(type, name, spec, value);
    return {
      byZoom: expression.kind === 'camera' || expression.kind === 'composite',
      byFeature: expression.kind === 'source' || expression.kind === 'composite',
      evaluate: (zoom, feature) => toPlainValue(expression.evaluate({ zoom }, asFeature(feature))),
    };
  },
  filter(value: readonly unknown[]): Expression {
    const compiled = featureFilter([...value] as FilterSpecification, 'filter');
    return {
      byZoom: JSON.stringify(value).includes('["zoom"]'),
      byFeature: true,
      evaluate: (zoom, feature) => compiled.filter({ zoom }, asFeature(feature)),
    };
  },
};

export type StyleEvaluator = typeof evaluator;
