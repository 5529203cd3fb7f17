import { describeQuantity } from './quantity.ts';

/**
 * Describes a change: `+120 cfs in 1 day`. That of a depth to water is the change of the water level, which rises where the
 * depth shrinks.
 */
export function describeChange(
  change: number | undefined,
  span: number,
  { unit, isDepth }: { readonly unit: string; readonly isDepth: boolean },
): string {
  const days = `${span} ${span === 1 ? 'day' : 'days'}`;
  if (change === undefined) return `no value ${days} before`;
  const size = describeQuantity(Math.abs(change), unit);
  const subject = isDepth ? 'water level ' : '';
  if (size === describeQuantity(0, unit)) return `${subject}unchanged in ${days}`;
  const rises = isDepth ? change < 0 : change > 0;
  return `${subject}${rises ? '+' : '−'}${size} in ${days}`;
}
