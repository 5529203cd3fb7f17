import type { RequestOf } from '#contract/endpoint.ts';
import { clockInBasin, instantInBasin, wallTimeInBasin } from '#lib/basin-clock.ts';
import { dateFormats, formatInstant } from '#lib/calendar-text.ts';
import { parseTypedNumber } from '#lib/typed-number.ts';
import type { OutboxEntry } from '#stores/outbox.ts';
import type { addReading, OwnSite } from '../contract.ts';

/** A reading on its way to the server; its id is the `client_id`. */
export type WaitingReading = OutboxEntry & {
  readonly body: Omit<RequestOf<typeof addReading>['body'], 'client_id' | 'photo'>;
  /** What it says, in words. */
  readonly label: string;
  /** A data URL. */
  readonly photo?: string | undefined;
};

/** What the form of a reading holds. */
export type TypedReading = {
  /** The number of a parameter; empty for the first one of the site. */
  readonly parameter: string;
  readonly value: string;
  /** Empty for the unit of the parameter. */
  readonly unit: string;
  /** On the clock of the basin, `YYYY-MM-DDTHH:mm`. */
  readonly at: string;
  /** Of a time that was filled in and not typed, because the clock can show the same time twice. */
  readonly instant?: string | undefined;
  readonly note: string;
  /** A data URL. */
  readonly photo?: string | undefined;
};

export const emptyReading = (now = new Date()): TypedReading => ({
  parameter: '',
  value: '',
  unit: '',
  note: '',
  ...timeOf(now),
});

/** The minute of an instant. */
function timeOf(now: Date): Pick<TypedReading, 'at' | 'instant'> {
  return { at: wallTimeInBasin(now), instant: `${now.toISOString().slice(0, 16)}:00Z` };
}

/** Changes a form. The time of a reading is the minute in which its value was begun, unless one is typed. */
export function editReading(
  typed: TypedReading,
  part: Partial<TypedReading>,
  now = new Date(),
): TypedReading {
  const begins = part.value !== undefined && typed.value === '' && typed.instant !== undefined;
  return {
    ...typed,
    ...(begins && timeOf(now)),
    ...(part.at !== undefined && { instant: undefined }),
    ...part,
  };
}

export function parameterOf({ parameters }: OwnSite, { parameter }: Pick<TypedReading, 'parameter'>) {
  return parameters.find(({ parameter_ndx }) => String(parameter_ndx) === parameter) ?? parameters[0];
}

export type ReadingFaults = { readonly value?: string; readonly at?: string; readonly photo?: string };

/** Checks what was typed. The instant of the first of two equal times is meant where the clocks go back. */
export function checkReading(
  site: OwnSite,
  typed: TypedReading,
  { now = new Date(), id = crypto.randomUUID() as string } = {},
): { readonly faults: ReadingFaults } | { readonly reading: WaitingReading } {
  const value = parseTypedNumber(typed.value);
  const parameter = parameterOf(site, typed);
  const at = describeTimeFault(typed.at, now);
  if (value === undefined || parameter === undefined || at !== undefined) {
    const faults = {
      ...(value === undefined && { value: 'Enter a number, such as 12.5.' }),
      ...(at !== undefined && { at }),
    };
    return { faults };
  }
  const unit = typed.unit || (parameter.units[0] ?? parameter.units_name);
  const instant = typed.instant ?? instantInBasin(typed.at);
  const body = {
    parameter_ndx: parameter.parameter_ndx,
    at: instant,
    value,
    unit,
    ...(typed.note.trim() !== '' && { note: typed.note.trim() }),
  };
  const label = `${parameter.parameter_name} ${value} ${unit}, ${formatInstant(instant, dateFormats.shortDateTime)}`;
  return { reading: { id, body, label, photo: typed.photo } };
}

function describeTimeFault(at: string, now: Date): string | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(at)) return 'Choose a day and a time.';
  if (at > wallTimeInBasin(now)) return 'The time is in the future.';
  const exists = clockInBasin(new Date(instantInBasin(at))).startsWith(at);
  return exists ? undefined : 'There was no such time: the clocks went forward.';
}

/** Puts a reading that was refused back into the form. */
export function toTypedReading({ body, photo }: WaitingReading): TypedReading {
  return {
    parameter: String(body.parameter_ndx),
    value: String(body.value),
    unit: body.unit,
    at: wallTimeInBasin(new Date(body.at)),
    note: body.note ?? '',
    photo,
  };
}
