import type { ResolvedStyle } from '../style/resolve.ts';

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
