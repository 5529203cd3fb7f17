import { maxLocationsPerAxis } from '#domain/time-series/site-comparison.ts';

/** The two value axes of Time Series Comparisons. */
export const sides = ['left', 'right'] as const;
export type Side = (typeof sides)[number];

/** The selection of one axis: a parameter (`parameter_ndx`) at several locations (`loc_ndx`). */
export type SideChoice = {
  readonly parameter: number | undefined;
  readonly locations: readonly number[];
};

/**
 * The selection of a comparison. Dates are `YYYY-MM-DD`. An undefined date is open and means the end of the record.
 * With `knownOn`, the values are those that were known at the end of that day.
 */
export type Selection = {
  /** `huc8_ndx`; none means all. */
  readonly huc8s: readonly number[];
  readonly left: SideChoice;
  readonly right: SideChoice;
  readonly start: string | undefined;
  readonly end: string | undefined;
  readonly knownOn?: string | undefined;
  /** Only the left axis is drawn; what is chosen for the right one is ignored. */
  readonly oneAxis?: true | undefined;
  /** The series that a feature computes from the chosen ones, as texts of the address. Absent if there are none. */
  readonly more?: readonly string[] | undefined;
};

const leftOnly = ['left'] as const;

/** The axes that a selection draws. */
export function axesOf({ oneAxis }: Pick<Selection, 'oneAxis'>): readonly Side[] {
  return oneAxis ? leftOnly : sides;
}

export const emptySide: SideChoice = { parameter: undefined, locations: [] };

export const emptySelection: Selection = {
  huc8s: [],
  left: emptySide,
  right: emptySide,
  start: undefined,
  end: undefined,
};

/** Changes the HUC8s and clears both axes. Does nothing if the HUC8s are the same. */
export function chooseHuc8s(selection: Selection, huc8s: readonly number[]): Selection {
  const wanted = [...new Set(huc8s)];
  if (hasSameMembers(wanted, selection.huc8s)) return selection;
  return { ...selection, huc8s: wanted, left: emptySide, right: emptySide };
}

/** Changes the parameter of an axis and clears its locations. */
export function chooseParameter(selection: Selection, side: Side, parameter: number | undefined): Selection {
  if (parameter === selection[side].parameter) return selection;
  return { ...selection, [side]: { parameter, locations: [] } };
}

/** Changes the locations of an axis, without duplicates and up to the maximum. Requires a parameter. */
export function chooseLocations(selection: Selection, side: Side, locations: readonly number[]): Selection {
  const { parameter } = selection[side];
  if (parameter === undefined) return selection;
  return {
    ...selection,
    [side]: { parameter, locations: [...new Set(locations)].slice(0, maxLocationsPerAxis) },
  };
}

/** Adds a location to an axis, or removes it. */
export function toggleLocation(selection: Selection, side: Side, location: number): Selection {
  const { locations } = selection[side];
  const next = locations.includes(location)
    ? locations.filter((each) => each !== location)
    : [...locations, location];
  return chooseLocations(selection, side, next);
}

export function chooseDates(
  selection: Selection,
  dates: Partial<Pick<Selection, 'start' | 'end' | 'knownOn'>>,
): Selection {
  return { ...selection, ...dates };
}

/** Draws one axis, or both. */
export function chooseOneAxis(selection: Selection, oneAxis: boolean): Selection {
  return { ...selection, oneAxis: oneAxis || undefined };
}

/** Changes the series that are computed from the chosen ones. */
export function chooseMore(selection: Selection, more: readonly string[]): Selection {
  return { ...selection, more: more.length > 0 ? more : undefined };
}

/** Whether the start is after the end. */
export function isReversed({ start, end }: Pick<Selection, 'start' | 'end'>): boolean {
  return start !== undefined && end !== undefined && start > end;
}

/** Says what to choose before Submit. Undefined if nothing is missing. Every axis that is drawn needs a location. */
export function whyNotReady(selection: Selection): string | undefined {
  const missing = axesOf(selection).filter((side) => selection[side].locations.length === 0);
  if (missing.length > 0) return `Choose at least one location for the ${missing.join(' and the ')} axis.`;
  if (isReversed(selection)) return 'The start date is after the end date.';
  return undefined;
}

export function isSameSelection(a: Selection, b: Selection): boolean {
  return (
    a.start === b.start &&
    a.end === b.end &&
    a.knownOn === b.knownOn &&
    a.oneAxis === b.oneAxis &&
    hasSameOrder(a.more ?? [], b.more ?? []) &&
    hasSameMembers(a.huc8s, b.huc8s) &&
    axesOf(a).every(
      (side) => a[side].parameter === b[side].parameter && hasSameOrder(a[side].locations, b[side].locations),
    )
  );
}

function hasSameMembers(a: readonly number[], b: readonly number[]): boolean {
  const members = new Set(b);
  return a.length === members.size && a.every((each) => members.has(each));
}

function hasSameOrder<T>(a: readonly T[], b: readonly T[]): boolean {
  return a.length === b.length && a.every((each, index) => each === b[index]);
}
