import type { ContentRule } from '#contract/field-validation.ts';

/** Of two days or moments that are both given, the second is not before the first. */
export function notBefore(first: string, second: string, message: string): ContentRule {
  return (content) => {
    const [from, to] = [content[first], content[second]];
    const isReversed = typeof from === 'string' && typeof to === 'string' && to < from;
    return isReversed ? { path: second, message } : undefined;
  };
}
