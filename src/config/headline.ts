import type { Headline, HeadlineTotal } from '#contract/headline.ts';
import { describeFullness, describeQuantity } from '#domain/quantity.ts';
import { describeChange } from '#domain/value-change.ts';
import { dayNumber, describeAge, formatUsDate } from '#lib/calendar.ts';
import { formatWhole } from '#lib/format-number.ts';

/** A figure of the landing page. `lines` are beneath its value, `marks` warn of its quality. */
export type HeadlineFigure = {
  readonly value: string;
  readonly unit?: string;
  readonly lines: readonly string[];
  readonly marks: readonly string[];
};

/** The figures by the names of their places on the page. A total that the server withholds says so. */
export type HeadlineFigures = Readonly<Record<'sites' | 'total' | 'newest', HeadlineFigure>>;

/**
 * Describes the headline for the page.
 * @param today `YYYY-MM-DD`
 */
export function describeHeadline(
  { site_count, current_count, newest, total }: Headline,
  today: string,
): HeadlineFigures {
  return {
    sites: {
      value: formatWhole(site_count),
      lines: [`${formatWhole(current_count)} with values in the last 30 days`],
      marks: [],
    },
    total: total
      ? describeTotal(total)
      : {
          value: 'Not shown',
          lines: ['Not all of its sites have recent values that are public.'],
          marks: [],
        },
    newest:
      newest === null
        ? { value: 'None yet', lines: ['No site has a value.'], marks: [] }
        : {
            value: formatUsDate(newest),
            lines: [
              `Latest day with values, ${describeAge(Math.max(0, dayNumber(today) - dayNumber(newest)))}`,
            ],
            marks: [],
          },
  };
}

function describeTotal(total: HeadlineTotal): HeadlineFigure {
  const { value, units_name: unit, before, days_before, capacity } = total;
  const number = describeQuantity(value, unit).slice(0, -unit.length - 1);
  const change = before === null ? undefined : value - before;
  const fullness = capacity === null ? [] : [describeFullness(value, capacity)];
  return {
    value: number,
    unit,
    lines: [
      [...fullness, describeDay(total)].join(' on '),
      describeChange(change, days_before, { unit, isDepth: total.is_depth }),
    ],
    marks: [
      ...(total.approval === 'P' ? ['Provisional'] : []),
      ...(total.is_demonstration ? ['Demonstration data'] : []),
    ],
  };
}

/** The day of a total, and why it is not the newest one. */
function describeDay({ rdate, newest, site_count }: HeadlineTotal): string {
  const day = formatUsDate(rdate);
  return rdate < newest ? `${day}, the last day of all ${site_count} sites` : day;
}

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
