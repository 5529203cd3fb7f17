import { describeFinding, type Finding } from '#domain/finding/finding.ts';
import {
  describeRank,
  listNames,
  type SnowFigures,
  type StorageFigures,
} from '#domain/finding/group-text.ts';
import { formatUsDate } from '#lib/calendar.ts';
import { monthAndDay } from '#lib/calendar-names.ts';
import { capitalize } from '#lib/count-text.ts';
import { formatPercent, formatSignificant } from '#lib/format-number.ts';
import { type HeldWater, storingAbove } from './storing.ts';

/** What the sentence of a day is made of. */
export type SentenceFigures = {
  readonly on: string;
  readonly storage: StorageFigures | null;
  readonly snow: readonly (SnowFigures & { readonly label: string })[];
  /** The first one is the index flow. */
  readonly rivers: readonly {
    readonly actual: Finding & { readonly loc_name: string };
    readonly natural?: Finding | null;
  }[];
};

/**
 * Says in a sentence or two where a basin stands: what the reservoirs hold, whether snow is above its median, and how the
 * index river runs. A part without values is left out.
 * @param today the day of the reader; of an earlier day the sentence is in the past
 * @param above the reservoirs above the index river, which may explain why it runs otherwise than by nature
 * @example Reservoirs hold 1.58 million acre-feet, the 9th lowest of 46 years for the date. Snow is above the median except
 * in the Wood and Lost Rivers, and the Snake River near Heise runs below normal.
 */
export function describeDay(
  { on, storage, snow, rivers }: SentenceFigures,
  today: string,
  above: readonly HeldWater[] = [],
): string {
  const isPast = on < today;
  const first = storage && describeReservoirs(storage, isPast);
  const parts = [describeSnows(snow, isPast), describeRiver(rivers[0], { on, isPast, above })];
  const second = parts.filter((part) => part !== undefined).join(', and ');
  const sentences = [first, second].flatMap((each) => (each ? [`${capitalize(each)}.`] : []));
  return sentences.length > 0 ? sentences.join(' ') : 'There are no values of this day yet.';
}

function describeReservoirs(storage: StorageFigures, isPast: boolean): string | undefined {
  const { is_withheld, total, newest, units_name } = storage;
  if (is_withheld) return undefined;
  if (!total) return `there ${isPast ? 'was' : 'is'} no total of all reservoirs`;
  const rank = describeRank(total.rank);
  const amount = describeAmount(total.value, units_name);
  const place = rank === undefined ? '' : `, the ${rank} for the date`;
  const isOlder = newest !== null && total.rdate < newest;
  const held = isPast || isOlder ? 'held' : 'hold';
  return `${isOlder ? `on ${monthAndDay(total.rdate)}, ` : ''}reservoirs ${held} ${amount}${place}`;
}

/** `1.58 million acre-feet`, `467,000 acre-feet` */
function describeAmount(value: number, unit: string): string {
  if (unit !== 'AF') return `${formatSignificant(value, 3)} ${unit}`;
  if (value < 999_500) return `${formatSignificant(value, 3)} acre-feet`;
  return `${formatSignificant(value / 1e6, 3)} million acre-feet`;
}

/** Within these, snow is called near its median. */
const nearMedian = { from: 95, to: 105 } as const;
const sides = ['above', 'near', 'below'] as const;

function describeSnows(all: SentenceFigures['snow'], isPast: boolean): string | undefined {
  const is = isPast ? 'was' : 'is';
  const known = all.flatMap(({ label, percent_of_median: percent }) =>
    percent === null ? [] : [{ label, percent }],
  );
  if (known.length === 0) {
    return all.some(({ value }) => value !== null) ? `there ${is} too little snow to compare` : undefined;
  }
  const sideOf = (percent: number) =>
    percent > nearMedian.to ? 'above' : percent < nearMedian.from ? 'below' : 'near';
  const bySide = Map.groupBy(known, ({ percent }) => sideOf(percent));
  const [side] = sides.toSorted(
    (one, other) => (bySide.get(other)?.length ?? 0) - (bySide.get(one)?.length ?? 0),
  );
  const exceptions = known.filter(({ percent }) => sideOf(percent) !== side);
  if (exceptions.length === 0) return `snow ${is} ${side} the median`;
  if (exceptions.length <= 2 && 2 * exceptions.length < known.length) {
    return `snow ${is} ${side} the median except in ${listNames(exceptions.map(({ label }) => withArticle(label)))}`;
  }
  const percents = known.map(({ percent }) => percent);
  const [from, to] = [Math.min(...percents), Math.max(...percents)].map(formatPercent);
  return `snow ${is} between ${from} and ${to} of the median`;
}

function describeRiver(
  found: SentenceFigures['rivers'][number] | undefined,
  { on, isPast, above }: { on: string; isPast: boolean; above: readonly HeldWater[] },
): string | undefined {
  if (!found) return undefined;
  const { actual: finding } = found;
  const { state, value, class: name } = describeFinding(finding, { today: on });
  const river = withArticle(finding.loc_name);
  if (state === 'none' || state === 'withheld') return undefined;
  if (state === 'ended') return `the record of ${river} ended on ${formatUsDate(finding.rdate ?? on)}`;
  if (state === 'late') return `${river} has no value since ${monthAndDay(finding.rdate ?? on)}`;
  const [is, runs] = isPast ? ['was', 'ran'] : ['is', 'runs'];
  if (finding.class === null || !name) return `${river} ${runs} at ${value}`;
  if (finding.class === 'normal') return `${river} ${is} normal`;
  if (finding.class.endsWith(' on record'))
    return `${river} ${is} the ${name.text}${whyUnlikeNature(found, above, is)}`;
  return `${river} ${runs} ${name.text}`;
}

/** `, while its natural flow is normal: Palisades is storing 1,790 AF a day`; empty where the day's balance does not say so. */
function whyUnlikeNature(
  { actual, natural }: SentenceFigures['rivers'][number],
  above: readonly HeldWater[],
  is: string,
): string {
  if (natural?.class !== 'normal') return '';
  const cause = storingAbove({ actual, natural, above });
  if (!cause) return '';
  const amount = `${formatSignificant(Math.abs(cause.change), 3)} AF a day`;
  const does = cause.change > 0 ? 'storing' : 'releasing';
  return `, while its natural flow ${is} normal: ${cause.name} ${is} ${does} ${amount}`;
}

/** `the Snake River near Heise`, `Box Canyon Springs` */
function withArticle(name: string): string {
  return /\b(Rivers?|Fork)\b/.test(name) ? `the ${name}` : name;
}
