import { pathOfSite } from '#domain/page-paths.ts';
import { describeQuantity } from '#domain/quantity.ts';
import { countOf } from '#lib/count-text.ts';
import type { FiringFacts, FiringKind } from '../contract.ts';
import type { MailBlock, MailContent } from './mail-layout.ts';

export type MailFiring = { readonly kind: FiringKind; readonly facts: FiringFacts };

/** Where the links of a mail lead. */
export type MailPlace = {
  /** The origin of the portal. */
  readonly origin: string;
  /** What stops the mails to this address. */
  readonly stop: string;
};

export const profilePath = '/account/profile';

/** The rule, or that its record has values again. */
export function titleOf({ kind, facts }: MailFiring): string {
  return kind === 'back' ? `New values again: ${facts.condition}` : facts.condition;
}

/** The mail of one firing of a rule. */
export function firingMail(firing: MailFiring, place: MailPlace): MailContent {
  const { facts } = firing;
  const { loc_ndx, name, value, units_name: unit, approval, age, sentence } = facts;
  const title = titleOf(firing);
  const rows = [
    ...(value === null ? [] : [{ name: 'Value', value: describeQuantity(value, unit) }]),
    ...(value === null ? [] : [{ name: 'Age', value: age }]),
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
    note: `${facts.sentence} Fired before: ${describeBefore(facts)}.`,
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
