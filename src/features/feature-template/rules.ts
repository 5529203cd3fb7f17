export type FeatureTemplateChange = 'Rising' | 'Falling' | 'Steady';

/** A change up to this share of the former value is none. */
const steadyShare = 0.02;

/** How a value compares with a former one of the same unit; undefined without one. */
export function changeSince(before: number | null, value: number): FeatureTemplateChange | undefined {
  if (before === null) return undefined;
  if (Math.abs(value - before) <= steadyShare * Math.abs(before)) return 'Steady';
  return value > before ? 'Rising' : 'Falling';
}
