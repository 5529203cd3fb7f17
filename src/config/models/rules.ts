import type { ContentRule } from '#contract/records/field-validation.ts';

/** The choices of a dropdown whose options are named by their values. */
export const choicesOf = (values: readonly string[]) => ({
  options: values.map((value) => ({ value, label: value })),
});

/** Rejects a second day or time that is before the first, if both are given. */
export function notBefore(first: string, second: string, message: string): ContentRule {
  return (content) => {
    const [from, to] = [content[first], content[second]];
    const isReversed = typeof from === 'string' && typeof to === 'string' && to < from;
    return isReversed ? { path: second, message } : undefined;
  };
}
