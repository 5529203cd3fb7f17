import type { MapFeature, StyleLayerType } from '../types.ts';

/** The shapes of a point; a layer chooses one by `circle-shape`. */
export const markShapes = ['circle', 'square', 'triangle', 'diamond', 'hexagon', 'cup'] as const;
export type MarkShape = (typeof markShapes)[number];

export type StyleValue = string | number | boolean | readonly number[] | readonly string[];

export interface PropertySpec {
  readonly group: 'paint' | 'layout';
  readonly kind: 'color' | 'number' | 'text' | 'numbers' | 'fonts' | 'choice' | 'flag';
  readonly initial: StyleValue;
  readonly min?: number;
  readonly max?: number;
  readonly choices?: readonly string[];
}

/** What is computed from the zoom level and a feature; a constant depends on neither. */
export interface Expression<Value = unknown> {
  readonly byZoom: boolean;
  readonly byFeature: boolean;
  readonly evaluate: (zoom: number, feature: MapFeature) => Value;
}

const color = (initial: string): PropertySpec => ({ group: 'paint', kind: 'color', initial });
const size = (initial: number): PropertySpec => ({ group: 'paint', kind: 'number', initial, min: 0 });
const opacity: PropertySpec = { group: 'paint', kind: 'number', initial: 1, min: 0, max: 1 };
const layout = (spec: Omit<PropertySpec, 'group'>): PropertySpec => ({ group: 'layout', ...spec });
const choice = (...choices: readonly [string, ...string[]]): PropertySpec =>
  layout({ kind: 'choice', initial: choices[0], choices });

/** The properties drawn for each layer type, with the style specification's defaults. */
export const propertySpecs: Readonly<Record<StyleLayerType, Readonly<Record<string, PropertySpec>>>> = {
  circle: {
    'circle-radius': size(5),
    'circle-color': color('#000000'),
    'circle-opacity': opacity,
    'circle-stroke-color': color('#000000'),
    'circle-stroke-width': size(0),
    'circle-stroke-opacity': opacity,
    // An extension of the kit: an empty center, as a share of the radius.
    'circle-hole': { group: 'paint', kind: 'number', initial: 0, min: 0, max: 1 },
    // Extensions of the kit: the shape of the mark, and an outer ring around a smaller mark.
    'circle-shape': { group: 'paint', kind: 'choice', initial: 'circle', choices: markShapes },
    'circle-ring': { group: 'paint', kind: 'flag', initial: false },
    // An extension of the kit: whether the mark is smaller while the map shows a whole region.
    'circle-shrink': { group: 'paint', kind: 'flag', initial: false },
    // Extensions of the kit: how full a cup is, 0 to 1, and the colors of its water and of itself.
    'circle-level': { group: 'paint', kind: 'number', initial: 0, min: 0, max: 1 },
    'circle-level-color': color('#000000'),
    'circle-cup-color': color('#ffffff'),
    // An extension of the kit: an arrow beside the mark.
    'circle-arrow': { group: 'paint', kind: 'choice', initial: 'none', choices: ['none', 'rise', 'fall'] },
    'circle-arrow-color': color('#000000'),
  },
  line: {
    'line-color': color('#000000'),
    'line-width': size(1),
    'line-opacity': opacity,
    'line-dasharray': { group: 'paint', kind: 'numbers', initial: [] },
    'line-cap': choice('butt', 'round', 'square'),
    'line-join': choice('miter', 'bevel', 'round'),
  },
  fill: {
    'fill-color': color('#000000'),
    'fill-opacity': opacity,
    // Empty: the same as fill-color.
    'fill-outline-color': color(''),
  },
  symbol: {
    'text-field': layout({ kind: 'text', initial: '' }),
    'text-size': layout({ kind: 'number', initial: 16, min: 0 }),
    'text-font': layout({ kind: 'fonts', initial: [] }),
    'text-max-width': layout({ kind: 'number', initial: 10, min: 0 }),
    'text-transform': choice('none', 'uppercase', 'lowercase'),
    'text-offset': layout({ kind: 'numbers', initial: [0, 0] }),
    'text-anchor': choice(
      'center',
      'left',
      'right',
      'top',
      'bottom',
      'top-left',
      'top-right',
      'bottom-left',
      'bottom-right',
    ),
    // Labels with a lower key are placed first.
    'symbol-sort-key': layout({ kind: 'number', initial: 0 }),
    // An extension of the kit: the zoom level from which the label of one feature is drawn.
    'text-min-zoom': layout({ kind: 'number', initial: 0 }),
    'text-allow-overlap': layout({ kind: 'flag', initial: false }),
    'text-opacity': opacity,
    // Empty: readable on any basemap, from the theme.
    'text-color': color(''),
    'text-halo-color': color(''),
    'text-halo-width': size(1.5),
  },
};

/** Layout properties that do not affect how a feature is drawn. */
export const nonVisualProperties: ReadonlySet<string> = new Set(['visibility']);

const colorPattern =
  /^(#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})|(rgba?|hsla?)\([\d\s.,%/a-z-]+\)|[a-z]{3,30})$/i;

const isNumbers = (value: unknown): value is readonly number[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'number' && Number.isFinite(item));

const isStrings = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Whether only the style evaluator can read a value: an expression, or a legacy function (`stops`, `property`). A list of
 * numbers or of font names is a literal.
 */
export function needsEvaluator(spec: PropertySpec, value: unknown): boolean {
  if (isRecord(value)) return 'stops' in value || 'property' in value || 'base' in value;
  if (!Array.isArray(value) || typeof value[0] !== 'string') return false;
  if (spec.kind !== 'fonts') return true;
  return !isStrings(value) || value[0] === 'get';
}

/** Reads a literal; undefined if the property does not accept it. */
export function readLiteral(spec: PropertySpec, value: unknown): StyleValue | undefined {
  switch (spec.kind) {
    case 'color':
      return typeof value === 'string' && colorPattern.test(value.trim()) ? value.trim() : undefined;
    case 'number':
      if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
      return Math.min(Math.max(value, spec.min ?? -Infinity), spec.max ?? Infinity);
    case 'text':
      return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
    case 'numbers':
      return isNumbers(value) ? value : undefined;
    case 'fonts':
      return isStrings(value) ? value : undefined;
    case 'choice':
      return typeof value === 'string' && spec.choices?.includes(value) ? value : undefined;
    case 'flag':
      return typeof value === 'boolean' ? value : undefined;
  }
}

const token = /\{([^{}]+)\}/g;

export const hasTokens = (text: string): boolean => text.search(token) >= 0;

/** Replaces `{field}` by the feature's property, or by an empty text if that is absent or null. */
export function fillTokens(text: string, properties: Readonly<Record<string, unknown>> | null): string {
  return text.replace(token, (_, name: string) => {
    const value = properties?.[name];
    return value === undefined || value === null ? '' : String(value);
  });
}
