import type { ResolvedStyle } from '../style/resolve.ts';

// Styles were checked when they were compiled; these only tell the type checker so.

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
