import type { Headline, HeadlineTotal } from '#contract/headline.ts';

/**
 * Checks an answer of `readHeadline` without the schema's library, which is larger than all other scripts of the landing
 * page.
 * @throws TypeError
 */
export function parseHeadline(answer: unknown): Headline {
  if (!isHeadline(answer)) throw new TypeError('The answer is not a headline.');
  return answer;
}

function isHeadline(answer: unknown): answer is Headline {
  return (
    has(answer, 'number', ['site_count', 'current_count']) &&
    (Reflect.get(answer, 'newest') === null || has(answer, 'string', ['newest'])) &&
    (Reflect.get(answer, 'total') === null || isTotal(Reflect.get(answer, 'total')))
  );
}

function isTotal(total: unknown): total is HeadlineTotal {
  return (
    has(total, 'string', ['parameter_name', 'units_name', 'rdate', 'newest', 'approval']) &&
    has(total, 'number', ['site_count', 'value', 'days_before']) &&
    has(total, 'boolean', ['is_depth', 'is_demonstration']) &&
    (['before', 'capacity'] as const).every(
      (name) => Reflect.get(total, name) === null || has(total, 'number', [name]),
    )
  );
}

function has(
  value: unknown,
  type: 'number' | 'string' | 'boolean',
  names: readonly string[],
): value is object {
  return (
    typeof value === 'object' &&
    value !== null &&
    names.every((name) => typeof Reflect.get(value, name) === type)
  );
}
