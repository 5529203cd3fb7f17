import { describeElapsed } from '#domain/finding/reading.ts';
import { pathOfSite } from '#domain/page-paths.ts';
import { describeQuantity } from '#domain/quantity.ts';
import { clockInBasin, todayInBasin } from '#lib/basin-clock.ts';
import { dayNumber, formatUsDate } from '#lib/calendar.ts';
import { timeOfDay } from '#lib/calendar-names.ts';
import { countOf } from '#lib/count-text.ts';
import type { FiringFacts, FiringKind } from '../contract.ts';
import type { MailBlock, MailContent } from './mail-layout.ts';

export type MailFiring = {
  readonly kind: FiringKind;
  readonly facts: FiringFacts;
  /** The time of the reading, or the start of the day of the value, ISO 8601. */
  readonly observed_at: string;
};

/** Where the links of a mail lead. */
export type MailPlace = {
  /** The origin of the portal. */
  readonly origin: string;
  /** What stops the mails to this address. */
  readonly stop: string;
  /** When it is written, which may be long after the firing. */
  readonly now: Date;
};

export const profilePath = '/account/profile';

/** The rule, or that its record has values again. */
export function titleOf({ kind, facts }: MailFiring): string {
  return kind === 'back' ? `New values again: ${facts.condition}` : facts.condition;
}

/** `Nov 27, 2026`, with the time of a reading. */
function describeDay({ observed_at, facts }: MailFiring): string {
  const clock = clockInBasin(new Date(observed_at));
  const day = formatUsDate(clock.slice(0, 10));
  return facts.is_reading ? `${day}, ${timeOfDay(clock)}` : day;
}

/** What was observed and when, of silence the day of the last value. */
export function describeFired(firing: MailFiring): string {
  const { kind, facts } = firing;
  const day = describeDay(firing);
  return kind === 'silent' ? `Last value ${day}. ${facts.sentence}` : `${day}: ${facts.sentence}`;
}

/** `50 minutes old` of a reading, `1 day old` of the value of a day. */
function describeAge({ observed_at, facts }: MailFiring, now: Date): string {
  const at = new Date(observed_at);
  if (facts.is_reading) return `${describeElapsed(now.getTime() - at.getTime())} old`;
  const days = dayNumber(todayInBasin(now)) - dayNumber(todayInBasin(at));
  return days <= 0 ? 'of today' : `${countOf(days, 'day')} old`;
}

/** The mail of one firing of a rule. */
export function firingMail(firing: MailFiring, place: MailPlace): MailContent {
  const { facts } = firing;
  const { loc_ndx, name, value, units_name: unit, approval, sentence } = facts;
  const title = titleOf(firing);
  const rows = [
    ...(value === null ? [] : [{ name: 'Value', value: describeQuantity(value, unit) }]),
    { name: firing.kind === 'silent' ? 'Last value' : 'Observed', value: describeDay(firing) },
    ...(value === null ? [] : [{ name: 'Age', value: describeAge(firing, place.now) }]),
    ...(approval === null
      ? []
      : [{ name: 'Approval', value: approval === 'P' ? 'provisional' : 'approved' }]),
    { name: 'Fired before', value: describeBefore(facts) },
    ...(name === null ? [] : [{ name: 'Alert', value: name }]),
  ];
  return {
    subject: title,
    blocks: [
      { kind: 'title', text: title },
      { kind: 'lead', text: sentence },
      { kind: 'rows', rows },
      ...(approval === 'P' ? [provisional] : []),
      { kind: 'link', text: 'The record', href: `${place.origin}${pathOfSite(loc_ndx)}` },
      ...footOf(place),
    ],
  };
}

/** The mail of several firings. */
export function digestMail(firings: readonly MailFiring[], place: MailPlace): MailContent {
  const title = `${countOf(firings.length, 'alert')} fired`;
  const hasProvisional = firings.some(({ facts }) => facts.approval === 'P');
  return {
    subject: title,
    blocks: [
      { kind: 'title', text: title },
      { kind: 'rows', rows: firings.map((firing) => toRow(firing, place)) },
      ...(hasProvisional ? [provisional] : []),
      ...footOf(place),
    ],
  };
}

/** A firing in a list. */
export function toRow(firing: MailFiring, { origin }: Pick<MailPlace, 'origin'>) {
  const { facts } = firing;
  return {
    name: titleOf(firing),
    value: facts.value === null ? '' : describeQuantity(facts.value, facts.units_name),
    note: `${describeFired(firing)} Fired before: ${describeBefore(facts)}.`,
    href: `${origin}${pathOfSite(facts.loc_ndx)}`,
  };
}

function describeBefore({ before }: FiringFacts): string {
  return before === 0 ? 'never' : countOf(before, 'time');
}

const provisional: MailBlock = {
  kind: 'note',
  text: 'Provisional values may be revised: what fired may turn out to be an error of the sensor.',
};

/** What every mail about rules ends with. */
function footOf({ origin, stop }: MailPlace): readonly MailBlock[] {
  return [
    { kind: 'link', text: 'Change, mute or delete your alerts', href: `${origin}${profilePath}` },
    { kind: 'link', text: 'Stop all mails to this address', href: stop },
  ];
}

/** The mail that asks whether an address wants mails. It has no text of whoever entered the address. */
export function confirmMail(host: string, confirm: string): MailContent {
  return {
    subject: `Confirm mails from ${host}`,
    blocks: [
      { kind: 'title', text: `Mails from ${host}` },
      {
        kind: 'text',
        text: `Somebody entered this address at ${host}, for alerts about water records or for the weekly letter. Nothing is sent before you confirm it.`,
      },
      { kind: 'link', text: 'Confirm this address', href: confirm },
      { kind: 'note', text: 'If you do not know why you have this mail, do nothing: no other one follows.' },
    ],
  };
}

/** The mail by which an operator tries the server. */
export function testMail(host: string): MailContent {
  return {
    subject: `Test of the mails from ${host}`,
    blocks: [
      { kind: 'title', text: `Mails from ${host}` },
      { kind: 'text', text: 'This mail was sent by an administrator to try the mail server. It works.' },
    ],
  };
}
