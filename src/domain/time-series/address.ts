import { addDays, formatUsDate, parseDay } from '#lib/calendar.ts';
import { type DerivedSeries, readDerived, writeDerived } from './derived.ts';
import { axesOf, emptySide, type Selection, type Side, type SideChoice } from './selection.ts';
import { maxLocationsPerAxis } from './site-comparison.ts';

/** The parts of a selection in an address. Absent parts come from the saved filters. */
type AddressedSelection = {
  readonly huc8s?: readonly number[];
  readonly left?: SideChoice;
  readonly right?: SideChoice;
  /** Either date may be open. */
  readonly dates?: Pick<Selection, 'start' | 'end'>;
  readonly knownOn?: string;
  readonly oneAxis?: true;
  readonly derived?: readonly DerivedSeries[];
};

/** `selection` is the current selection, `shown` the submitted one. `shown` is undefined before the first Submit. */
type ComparisonAddress = {
  readonly selection: AddressedSelection;
  readonly shown: Selection | undefined;
};

const shownPrefix = 'shown.';
const derivedKey = 'd';
const maxHuc8s = 100;

/**
 * Writes a selection as a query, without `?`:
 * `huc8s=3&parameter_left=1&locations_left=1,2&parameter_right=7&locations_right=9&start=2020-10-01&end=`.
 * A selection with one axis has `axes=one`, and a `d` for each derived series.
 */
export function writeSelection(selection: Selection, prefix = ''): string {
  const query = new URLSearchParams();
  query.set(`${prefix}huc8s`, selection.huc8s.join(','));
  for (const side of ['left', 'right'] as const) {
    query.set(`${prefix}parameter_${side}`, String(selection[side].parameter ?? ''));
    query.set(`${prefix}locations_${side}`, selection[side].locations.join(','));
  }
  query.set(`${prefix}start`, selection.start ?? '');
  query.set(`${prefix}end`, selection.end ?? '');
  if (selection.knownOn !== undefined) query.set(`${prefix}known_on`, selection.knownOn);
  if (selection.oneAxis) query.set(`${prefix}axes`, 'one');
  for (const each of selection.derived ?? []) query.append(`${prefix}${derivedKey}`, writeDerived(each));
  return query.toString().replaceAll('%2C', ',').replaceAll('%3A', ':');
}

/** Writes a submitted selection that has changed since, as a query with the keys of `writeSelection` after `shown.`. */
export function writeShown(shown: Selection): string {
  return `submitted=other&${writeSelection(shown, shownPrefix)}`;
}

/** Reads a query. Invalid parts are absent, so that no link breaks the screen. */
export function readComparison(text: string): ComparisonAddress {
  const query = new URLSearchParams(text);
  const selection = readSelection(query, '');
  const submitted = query.get('submitted');
  const shown =
    submitted === 'yes' ? selection : submitted === 'other' ? readSelection(query, shownPrefix) : undefined;
  return { selection, shown: shown && toCompleteSelection(shown) };
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
    ...(addressed.derived && { derived: addressed.derived }),
  };
}

function toCompleteSelection({
  huc8s = [],
  left,
  right,
  dates,
  knownOn,
  oneAxis,
  derived,
}: AddressedSelection): Selection | undefined {
  const axes = { left: left ?? emptySide, right: right ?? emptySide };
  if (axesOf({ oneAxis }).some((side) => axes[side].locations.length === 0)) return undefined;
  // A link to a site may leave the parameter to the page.
  if (!oneAxis && !(axes.left.parameter && axes.right.parameter)) return undefined;
  return {
    huc8s,
    ...axes,
    start: dates?.start,
    end: dates?.end,
    ...(knownOn !== undefined && { knownOn }),
    ...(oneAxis && { oneAxis }),
    ...(derived && { derived }),
  };
}

function readSelection(query: URLSearchParams, prefix: string): AddressedSelection {
  const huc8s = query.get(`${prefix}huc8s`);
  const start = query.get(`${prefix}start`);
  const end = query.get(`${prefix}end`);
  const knownOn = readDay(query.get(`${prefix}known_on`));
  const left = readSide(query, prefix, 'left');
  const right = readSide(query, prefix, 'right');
  const { derived } = readDerived(query.getAll(prefix + derivedKey));
  return {
    ...(huc8s === null ? {} : { huc8s: readIds(huc8s, maxHuc8s) }),
    ...(left ? { left } : {}),
    ...(right ? { right } : {}),
    ...(start === null && end === null ? {} : { dates: { start: readDay(start), end: readDay(end) } }),
    ...(knownOn === undefined ? {} : { knownOn }),
    ...(query.get(`${prefix}axes`) === 'one' ? { oneAxis: true } : {}),
    ...(derived.length > 0 ? { derived } : {}),
  };
}

function readSide(query: URLSearchParams, prefix: string, side: Side): SideChoice | undefined {
  const parameter = query.get(`${prefix}parameter_${side}`);
  const locations = query.get(`${prefix}locations_${side}`);
  if (parameter === null && locations === null) return undefined;
  const [number] = readIds(parameter ?? '', 1);
  return { parameter: number, locations: readIds(locations ?? '', maxLocationsPerAxis) };
}

function readIds(text: string, maxCount: number): readonly number[] {
  const ids = text.split(',').filter((each) => /^[1-9]\d{0,8}$/.test(each));
  return [...new Set(ids.map(Number))].slice(0, maxCount);
}

function readDay(text: string | null): string | undefined {
  return text !== null && parseDay(text) !== undefined ? text : undefined;
}

/**
 * A comparison from an address. `faults` are sentences about dates and derived series that cannot be used, and what is
 * shown instead.
 */
type ComparisonLink = ComparisonAddress & { readonly faults: readonly string[] };

/** No agency has older records; date fields begin here too. */
const earliest = '1800-01-01';
/** A link may end with the season that has begun, but not long after. */
const maxDaysAhead = 730;
/** The end of a long text that is no date is not worth reading. */
const maxQuoted = 24;

type DateName = 'start' | 'end' | 'knownOn';
type Dates = Readonly<Record<DateName, string | undefined>>;

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

/**
 * Reads a query like `readComparison`, without the dates that nothing can be drawn for: those that are no dates, an end
 * before the start, and days that no record can have. `today` is `YYYY-MM-DD`.
 */
export function readComparisonLink(text: string, today: string): ComparisonLink {
  const { selection, shown } = readComparison(text);
  const query = new URLSearchParams(text);
  const chosen = readDates(query, '', today);
  const submitted = query.get('submitted') === 'other' ? readDates(query, shownPrefix, today) : chosen;
  const { start, end } = chosen.dates;
  const refused = ['', shownPrefix].flatMap(
    (prefix) => readDerived(query.getAll(prefix + derivedKey)).refused,
  );
  return {
    selection: {
      ...withKnownOn(selection, chosen.dates),
      ...(selection.dates && { dates: { start, end } }),
    },
    shown: shown && {
      ...withKnownOn(shown, submitted.dates),
      start: submitted.dates.start,
      end: submitted.dates.end,
    },
    faults: [...new Set([...chosen.faults, ...submitted.faults, ...refused])],
  };
}

function withKnownOn<T extends Pick<Selection, 'knownOn'>>(
  { knownOn: _, ...others }: T,
  { knownOn }: Dates,
): Omit<T, 'knownOn'> & Pick<Selection, 'knownOn'> {
  return { ...others, ...(knownOn !== undefined && { knownOn }) };
}

function readDates(query: URLSearchParams, prefix: string, today: string) {
  const faults: string[] = [];
  const read = (name: DateName, describeFault: (day: string) => string | undefined) => {
    const text = query.get(`${prefix}${keys[name]}`) || undefined;
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
  const dates: Dates = { start, end, knownOn };
  return { dates, faults };
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
