import { type locationTypes, type ParameterNdx, parameterNdx } from '#domain/vocabulary.ts';
import { isStopTerm, splitTerms } from '#lib/search-engine.ts';

/** A word of the trade: it says what sites are meant, by what they measure or what they are. */
export type Trade = {
  readonly terms: readonly string[];
  /** What such a site measures; its year is drawn of this parameter. */
  readonly parameter?: ParameterNdx;
  /** What such a site is. */
  readonly types?: readonly (typeof locationTypes)[number][];
};

export const trades = {
  flow: { terms: ['flow', 'flows', 'streamflow', 'discharge', 'cfs'], parameter: parameterNdx.streamflow },
  gage: { terms: ['gage', 'gages', 'gauge', 'gauges'], types: ['Stream Gage'] },
  storage: {
    terms: ['storage', 'reservoir', 'reservoirs', 'full', 'fullest', 'emptiest'],
    parameter: parameterNdx.storage,
  },
  snow: {
    terms: ['snow', 'snowpack', 'swe', 'snotel'],
    parameter: parameterNdx.swe,
  },
  well: { terms: ['well', 'wells', 'groundwater'], types: ['Sentinel Well', 'Non-Sentinel Well'] },
  spring: { terms: ['spring', 'springs'], types: ['Spring'] },
  canal: {
    terms: ['canal', 'canals', 'ditch', 'diversion', 'diversions'],
    types: ['Diversion', 'Diversion Pump'],
  },
  gain: { terms: ['gain', 'gains', 'reach', 'reaches'], parameter: parameterNdx.reachGain },
} as const satisfies Record<string, Trade>;

const tradeOfTerm: ReadonlyMap<string, Trade> = new Map(
  Object.values<Trade>(trades).flatMap((trade) => trade.terms.map((term) => [term, trade] as const)),
);

const orders: Readonly<Record<string, 'lowest' | 'highest'>> = {
  lowest: 'lowest',
  low: 'lowest',
  driest: 'lowest',
  emptiest: 'lowest',
  highest: 'highest',
  high: 'highest',
  wettest: 'highest',
  fullest: 'highest',
};

const nearTerms: ReadonlySet<string> = new Set(['near', 'nearby', 'nearest', 'closest', 'around']);
/** Where the reader has put a pin. */
const pinTerms: ReadonlySet<string> = new Set(['here', 'me', 'pin']);
const versusTerms: ReadonlySet<string> = new Set(['vs', 'versus', 'against', 'compared', 'compare']);
/** Say only that sites are meant, or those of now. */
const siteTerms: ReadonlySet<string> = new Set([
  ...['site', 'sites', 'station', 'stations', 'data', 'show', 'list', 'find'],
  ...['current', 'currently', 'latest', 'now', 'today'],
]);

/** What a search asks for, beside the text that names something. */
export type SearchQuestion = {
  /** The words that name something, without those below. */
  readonly text: string;
  /** All words but the years and what compares them. */
  readonly whole: string;
  readonly trades: readonly Trade[];
  /** Sites in the order of where they stand among past years. */
  readonly order: 'lowest' | 'highest' | undefined;
  /** Sites by their distance from what the text names, or from the pin. */
  readonly isNear: boolean;
  /** Years in four digits, in the order in which they are typed. */
  readonly years: readonly number[];
  /** The year that runs is compared with others. */
  readonly isComparison: boolean;
};

const maxYears = 5;

/**
 * Separates the words that ask from those that name something.
 * @param lastYear the water year before the running one, which “last year” is
 * @example parseSearchQuestion('snow heise 1992', 2026) // { text: 'heise', trades: [trades.snow], years: [1992], … }
 */
export function parseSearchQuestion(typed: string, lastYear: number): SearchQuestion {
  const terms = splitTerms(typed);
  const years = terms.filter((term) => /^(?:19|20)\d\d$/.test(term)).map(Number);
  const withoutYears = terms.filter((term) => !/^(?:19|20)\d\d$/.test(term));
  const { rest, isLastYear } = withoutLastYear(withoutYears);
  const compared = rest.some((term) => versusTerms.has(term)) && (isLastYear || years.length > 0);
  const asked = compared ? rest.filter((term) => !versusTerms.has(term)) : rest;
  const isAsking = (term: string) =>
    tradeOfTerm.has(term) || siteTerms.has(term) || term in orders || isStopTerm(term);
  // “Snake River near Heise” is a name: only what kind of site is meant may stand before the word.
  const nearAt = asked.findIndex((term) => nearTerms.has(term));
  const isNear = nearAt >= 0 && asked.slice(0, nearAt).every(isAsking);
  const found = new Set(asked.flatMap((term) => tradeOfTerm.get(term) ?? []));
  const order = asked.map((term) => orders[term]).find((each) => each !== undefined);
  const isOfSites = found.size > 0 || isNear || asked.some((term) => siteTerms.has(term));
  const left = asked.filter(
    (term) =>
      !tradeOfTerm.has(term) &&
      !(isNear && (nearTerms.has(term) || pinTerms.has(term))) &&
      !(isOfSites && (siteTerms.has(term) || term in orders)),
  );
  return {
    text: left.join(' '),
    whole: asked.join(' '),
    trades: [...found],
    order: isOfSites ? order : undefined,
    isNear,
    years: [...new Set([...(isLastYear ? [lastYear] : []), ...years])].slice(0, maxYears),
    isComparison: compared || isLastYear,
  };
}

/** Takes “last year” and “this year” away. */
function withoutLastYear(terms: readonly string[]): { rest: readonly string[]; isLastYear: boolean } {
  const isYear = (at: number) => terms[at] === 'year' && /^(last|this|previous)$/.test(terms[at - 1] ?? '');
  const isLastYear = terms.some((_, at) => isYear(at) && terms[at - 1] !== 'this');
  return { rest: terms.filter((_, at) => !isYear(at) && !isYear(at + 1)), isLastYear };
}
