import { maxBridgedDays } from '#domain/bridge-gaps.ts';
import type { Finding } from '#domain/finding/finding.ts';
import { formatQuantity } from '#domain/quantity.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { formatUsDate, parseDay } from '#lib/calendar.ts';
import { countOf } from '#lib/count-text.ts';
import { formatSignificant } from '#lib/format-number.ts';

/** A place on a river, a canal or a return, with the last value of its record. Flows are in cfs, storage in AF. */
export type RiverSite = Finding & {
  readonly loc_ndx: number;
  readonly loc_id: string;
  readonly loc_name: string;
};

type Branch<Site> = { readonly below: string; readonly sites: readonly Site[] };

/** A river, as the API has it. */
export type Course<Site extends RiverSite = RiverSite> = {
  readonly name: string;
  readonly is_line: boolean;
  readonly joins: string | null;
  readonly sites: readonly Site[];
  readonly diversions: readonly Branch<Site>[];
  readonly returns: readonly Branch<Site>[];
};

/**
 * The stretch between two neighbors, `from` above and `to` below, and what leaves and enters there: canals, returns, and
 * other rivers as their last site. At the head of a river nothing is above; the last stretch of one that joins another
 * ends at the first site below its mouth, which is no site of its own (`isMouth`).
 */
export type RiverSection<Site extends RiverSite = RiverSite> = {
  readonly from: Site | undefined;
  readonly to: Site | undefined;
  readonly isMouth: boolean;
  readonly canals: readonly Site[];
  readonly returns: readonly Site[];
  readonly tributaries: readonly { readonly river: Course<Site>; readonly site: Site }[];
};

/** Lists the stretches of a river downstream: every pair of neighbors once. A stretch of nothing at the head is left out. */
export function sectionsOf<Site extends RiverSite>(
  courses: readonly Course<Site>[],
  river: Course<Site>,
): readonly RiverSection<Site>[] {
  const { sites, joins, diversions, returns } = river;
  const mouth = courses.flatMap((each) => each.sites).find(({ loc_id }) => loc_id === joins);
  const ends = [...sites, mouth];
  return ends.flatMap((to, at) => {
    const from = sites[at - 1];
    const isMouth = at === sites.length;
    const branchesOf = (groups: readonly Branch<Site>[]) =>
      groups.flatMap((group) => (group.below === from?.loc_id ? group.sites : []));
    const tributaries = courses.flatMap((each) => {
      const site = each.sites.at(-1);
      return !isMouth && site && each.joins === to?.loc_id ? [{ river: each, site }] : [];
    });
    const section = {
      from,
      to,
      isMouth,
      canals: branchesOf(diversions),
      returns: branchesOf(returns),
      tributaries,
    };
    const isEmpty = section.canals.length + section.returns.length + tributaries.length === 0;
    return isEmpty && (from === undefined || to === undefined) ? [] : [section];
  });
}

/** A value of the day or of the two days before it is drawn solid, an older one hollow. */
const maxDaysNow = 2;

/**
 * How a value is drawn: `unknown` is a gap in the river. A value stands in for its day over so many days as a gap in a
 * record is bridged, and no longer; a value that the reader may not see is unknown as well.
 */
export type ValueState = 'now' | 'older' | 'unknown';

export function valueStateOf({ rdate, value }: Pick<Finding, 'rdate' | 'value'>, on: string): ValueState {
  if (rdate === null || value === null) return 'unknown';
  const age = (parseDay(on) ?? 0) - (parseDay(rdate) ?? 0);
  if (age <= maxDaysNow) return 'now';
  return age <= maxBridgedDays ? 'older' : 'unknown';
}

/** `10,500`; of a reservoir with a capacity `67 %`. Undefined for an unknown value. */
export function describeValue(site: RiverSite, on: string): string | undefined {
  const { value, capacity, units_name: unit } = site;
  if (value === null || valueStateOf(site, on) === 'unknown') return undefined;
  return capacity ? `${Math.round((100 * value) / capacity)} %` : formatQuantity(value, unit);
}

/** Why there is no value, or how old it is; undefined for one of the day: `no value since 09/30/2017`, `4 days old`. */
export function describeAge({ is_withheld, rdate, value }: RiverSite, on: string): string | undefined {
  if (is_withheld) return 'needs an account';
  if (rdate === null) return 'no value yet';
  const state = valueStateOf({ rdate, value }, on);
  if (state === 'unknown') return `no value since ${formatUsDate(rdate)}`;
  if (state === 'now') return undefined;
  return `${countOf((parseDay(on) ?? 0) - (parseDay(rdate) ?? 0), 'day')} old`;
}

/** The sum of the flows that are known, in cfs; undefined where none is. */
export type FlowSum<Site> = {
  readonly value: number | undefined;
  readonly known: number;
  readonly count: number;
  /** The three with the largest flow, of those that have any. */
  readonly largest: readonly Site[];
};

const shownCanals = 3;

export function sumOfFlows<Site extends RiverSite>(sites: readonly Site[], on: string): FlowSum<Site> {
  const known = sites.filter((site) => valueStateOf(site, on) !== 'unknown');
  const flowOf = ({ value }: Site) => value ?? 0;
  return {
    value: known.length === 0 ? undefined : known.reduce((sum, site) => sum + flowOf(site), 0),
    known: known.length,
    count: sites.length,
    largest: known
      .filter((site) => flowOf(site) > 0)
      .toSorted((one, other) => flowOf(other) - flowOf(one))
      .slice(0, shownCanals),
  };
}

/**
 * Names a place on its river: `near Heise` of `Snake River near Heise`, `near Jackson` of `Snake River below Flat Creek
 * near Jackson`, `American Falls` of `American Falls Reservoir`.
 */
export function shortPlace(name: string): string {
  const [, place] = /\b((?:near|at) .+?)(?= (?:near|at) | \(|$)/.exec(name) ?? [];
  return place ?? name.replace(/ \(.*\)$/, '').replace(/ Reservoir$/, '');
}

/** Names a canal beside others of its stretch: `Burgess` of `Burgess Canal`, `South Side` of `Twin Falls South Side Canal`. */
export function shortCanal(name: string): string {
  const base = name.replace(/ \(.*\)$/, '').replace(/ (?:Diversion|(?:Pump )?Canal)\b.*$/, '');
  return base.replace(/^(?:Twin Falls|Minidoka) (?=\w+ ?side$)/i, '');
}

/** Names a tributary by its river or, where that has a long name, by the river that its last gage names. */
export function shortTributary({ name }: Pick<Course, 'name'>, site: Pick<RiverSite, 'loc_name'>): string {
  return name.length <= maxTributaryName ? name : site.loc_name.replace(/ (?:near|at|above|below) .*$/, '');
}

const maxTributaryName = 20;

/** A gage of the line with a flow that is known. */
type Known = RiverSite & { readonly value: number };

/**
 * Says what the canals of the main line take, and what passes the place below the last of them; without canals, where the
 * river is largest.
 * @example Canals between Heise and Milner take 19,900 cfs; 542 cfs pass Milner
 */
export function describeRiverDay(courses: readonly Course[], on: string): string {
  const main = courses.find(({ is_line, joins }) => is_line && joins === null) ?? courses[0];
  if (!main) return 'No rivers';
  const sections = sectionsOf(courses, main).filter(({ canals }) => canals.length > 0);
  const [first, last] = [sections[0]?.from, sections.at(-1)?.to];
  const {
    value: taken,
    known,
    count,
  } = sumOfFlows(
    sections.flatMap(({ canals }) => canals),
    on,
  );
  if (!first || !last || taken === undefined) return describeLargest(main, on);
  const [above, below] = [first, last].map(({ loc_name }) =>
    shortPlace(loc_name).replace(/^(?:near|at) /, ''),
  );
  const isGage = last.parameter_ndx === parameterNdx.streamflow;
  const passing = isGage ? describeValue(last, on) : undefined;
  const take =
    taken < minTaken
      ? `No canal between ${above} and ${below} takes water`
      : `Canals between ${above} and ${below} take ${formatSignificant(taken, 3)} cfs`;
  const pass =
    passing === undefined
      ? `${below} has ${describeAge(last, on) ?? 'no flow'}`
      : `${passing} cfs pass ${below}`;
  const missing = known < count ? `; ${count - known} of ${count} canals have no value` : '';
  return `${take}; ${pass}${missing}`;
}

/** Less, of all canals together, is no water taken. */
const minTaken = 0.5;

function describeLargest({ name, sites }: Course, on: string): string {
  const gages = sites.filter(
    (site): site is Known =>
      site.parameter_ndx === parameterNdx.streamflow &&
      site.value !== null &&
      valueStateOf(site, on) !== 'unknown',
  );
  const largest = gages.toSorted((one, other) => other.value - one.value)[0];
  if (!largest) return `${name}: no values of this day`;
  return `${name}: ${describeValue(largest, on)} cfs ${shortPlace(largest.loc_name)}, the largest flow of the day`;
}
