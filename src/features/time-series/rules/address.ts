import { maxLocationsPerAxis } from '#domain/time-series/site-comparison.ts';
import { addDays, formatUsDate, parseDay } from '#lib/calendar.ts';
import {
  axesOf,
  emptySelection,
  emptySide,
  type Selection,
  type Side,
  type SideChoice,
} from './selection.ts';

/** The parts of a selection in an address. Absent parts come from the saved filters. */
type AddressedSelection = {
  readonly huc8s?: readonly number[];
  readonly left?: SideChoice;
  readonly right?: SideChoice;
  /** Either date may be open. */
  readonly dates?: Pick<Selection, 'start' | 'end'>;
  readonly knownOn?: string;
  readonly oneAxis?: true;
  readonly more?: readonly string[];
};

/** Reads the texts of the series that a feature adds: those that can be used, and a sentence for each that cannot. */
export type ReadMore = (texts: readonly string[]) => {
  readonly texts: readonly string[];
  readonly refused: readonly string[];
};

/** Without the feature they are dropped. */
const readNothing: ReadMore = () => ({ texts: [], refused: [] });

/**
 * `selection` is the current selection, `shown` the same if it is submitted and complete, else undefined. `faults` are sentences
 * about dates and added series that cannot be used, and what is shown instead.
 */
type ComparisonAddress = {
  readonly selection: AddressedSelection;
  readonly shown: Selection | undefined;
  readonly faults: readonly string[];
};

const moreKey = 'd';
const maxHuc8s = 100;

/**
 * Writes a selection as a query, without `?`:
 * `huc8s=3&parameter_left=1&locations_left=1,2&parameter_right=7&locations_right=9&start=2020-10-01&end=`.
 * A selection with one axis has `axes=one`, and a `d` for each series that a feature adds.
 */
export function writeSelection(selection: Selection): string {
  const query = new URLSearchParams();
  query.set('huc8s', selection.huc8s.join(','));
  for (const side of ['left', 'right'] as const) {
    query.set(`parameter_${side}`, String(selection[side].parameter ?? ''));
    query.set(`locations_${side}`, selection[side].locations.join(','));
  }
  query.set('start', selection.start ?? '');
  query.set('end', selection.end ?? '');
  if (selection.knownOn !== undefined) query.set('known_on', selection.knownOn);
  if (selection.oneAxis) query.set('axes', 'one');
  for (const each of selection.more ?? []) query.append(moreKey, each);
  return query.toString().replaceAll('%2C', ',').replaceAll('%3A', ':');
}

/**
 * Reads a query. Invalid parts are absent, so that no link breaks the screen, and so are dates that nothing can be drawn for:
 * an end before the start, and days that no record can have. `today` is `YYYY-MM-DD`.
 */
export function readComparison(text: string, today: string, readMore = readNothing): ComparisonAddress {
  const query = new URLSearchParams(text);
  const { selection, faults } = readSelection(query, today, readMore);
  const shown = query.get('submitted') === 'yes' ? toCompleteSelection(selection) : undefined;
  return { selection, shown, faults };
}

/** Merges an address with the saved selection. A link with an axis but without HUC8s means all HUC8s. */
export function mergeWithSaved(addressed: AddressedSelection, saved: Selection): Selection {
  const namesAxis = addressed.left !== undefined || addressed.right !== undefined;
  return {
    huc8s: addressed.huc8s ?? (namesAxis ? [] : saved.huc8s),
    left: addressed.left ?? saved.left,
    right: addressed.right ?? (addressed.oneAxis ? emptySide : saved.right),
    start: addressed.dates ? addressed.dates.start : saved.start,
    end: addressed.dates ? addressed.dates.end : saved.end,
    ...(addressed.knownOn !== undefined && { knownOn: addressed.knownOn }),
    ...(addressed.oneAxis && { oneAxis: addressed.oneAxis }),
    ...(addressed.more && { more: addressed.more }),
  };
}

function toCompleteSelection(addressed: AddressedSelection): Selection | undefined {
  const selection = mergeWithSaved(addressed, emptySelection);
  const { left, right, oneAxis } = selection;
  if (axesOf(selection).some((side) => selection[side].locations.length === 0)) return undefined;
  // A link to a site may leave the parameter to the page.
  return oneAxis || (left.parameter && right.parameter) ? selection : undefined;
}

function readSelection(query: URLSearchParams, today: string, readMore: ReadMore) {
  const huc8s = query.get('huc8s');
  const left = readSide(query, 'left');
  const right = readSide(query, 'right');
  const hasDates = query.has('start') || query.has('end');
  const { start, end, knownOn, faults } = readDates(query, today);
  const { texts: more, refused } = readMore(query.getAll(moreKey));
  const selection: AddressedSelection = {
    ...(huc8s !== null && { huc8s: readIds(huc8s, maxHuc8s) }),
    ...(left && { left }),
    ...(right && { right }),
    ...(hasDates && { dates: { start, end } }),
    ...(knownOn !== undefined && { knownOn }),
    ...(query.get('axes') === 'one' && { oneAxis: true }),
    ...(more.length > 0 && { more }),
  };
  return { selection, faults: [...faults, ...refused] };
}

function readSide(query: URLSearchParams, side: Side): SideChoice | undefined {
  const parameter = query.get(`parameter_${side}`);
  const locations = query.get(`locations_${side}`);
  if (parameter === null && locations === null) return undefined;
  const [number] = readIds(parameter ?? '', 1);
  return { parameter: number, locations: readIds(locations ?? '', maxLocationsPerAxis) };
}

function readIds(text: string, maxCount: number): readonly number[] {
  const ids = text.split(',').filter((each) => /^[1-9]\d{0,8}$/.test(each));
  return [...new Set(ids.map(Number))].slice(0, maxCount);
}

/** No agency has older records; date fields begin here too. */
const earliest = '1800-01-01';
/** A link may end with the season that has begun, but not long after. */
const maxDaysAhead = 730;
/** The end of a long text that is no date is not worth reading. */
const maxQuoted = 24;

type DateName = 'start' | 'end' | 'knownOn';

const keys: Readonly<Record<DateName, string>> = { start: 'start', end: 'end', knownOn: 'known_on' };
const fieldNames: Readonly<Record<DateName, string>> = {
  start: 'start date',
  end: 'end date',
  knownOn: 'day “As known on”',
};
const shownInstead: Readonly<Record<DateName, string>> = {
  start: 'The graph begins where the record begins.',
  end: 'The graph ends where the record ends.',
  knownOn: 'The graph shows the values as known now.',
};

function readDates(query: URLSearchParams, today: string) {
  const faults: string[] = [];
  const read = (name: DateName, describeFault: (day: string) => string | undefined) => {
    const text = query.get(keys[name]) || undefined;
    if (text === undefined) return undefined;
    const fault = parseDay(text) === undefined ? describeNoDate(name, text) : describeFault(text);
    if (fault === undefined) return text;
    faults.push(`${fault}. ${shownInstead[name]}`);
    return undefined;
  };
  const start = read('start', (day) => describeBadStart(day, today));
  const end = read('end', (day) => describeBadEnd(day, start, today));
  const knownOn = read('knownOn', (day) =>
    day > today ? `This link asks for the values as known on ${formatUsDate(day)}, in the future` : undefined,
  );
  return { start, end, knownOn, faults };
}

function describeNoDate(name: DateName, text: string): string {
  const quoted = text.length > maxQuoted ? `${text.slice(0, maxQuoted)}…` : text;
  return `The ${fieldNames[name]} of this link, ${quoted}, is not a date`;
}

function describeBadStart(day: string, today: string): string | undefined {
  const begins = `This link begins on ${formatUsDate(day)}`;
  if (day > today) return `${begins}, in the future`;
  return day < earliest ? `${begins}, before any record` : undefined;
}

function describeBadEnd(day: string, start: string | undefined, today: string): string | undefined {
  const ends = `This link ends on ${formatUsDate(day)}`;
  if (day > addDays(today, maxDaysAhead)) return `${ends}, far in the future`;
  if (start !== undefined && day < start) return `${ends}, before it begins on ${formatUsDate(start)}`;
  return day < earliest ? `${ends}, before any record` : undefined;
}
