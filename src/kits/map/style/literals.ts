import type { PropertySpec, StyleValue } from './properties.ts';

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
