import { describeShare } from '#domain/finding/group-text.ts';
import { formatUsDate } from '#lib/calendar.ts';
import { weekdayAndDate } from '#lib/calendar-names.ts';
import { capitalize, countOf } from '#lib/count-text.ts';
import { type Brief, type BriefParts, provisionalShare, sourceOfBrief } from '../../today/index.ts';
import { type MailFiring, type MailPlace, profilePath, toRow } from './firing-mail.ts';
import type { MailBlock, MailContent, MailPicture, MailRow as Row } from './mail-layout.ts';

/** A record whose former values changed in the week before. */
export type RevisedRecord = {
  readonly loc_ndx: number;
  readonly loc_name: string;
  readonly parameter_name: string;
  readonly days: number;
  readonly first: string;
  readonly last: string;
};

export type Letter = {
  readonly brief: Brief;
  readonly parts: BriefParts;
  readonly pictures: { readonly cups: MailPicture | undefined; readonly river: MailPicture | undefined };
  /** The firings of the week of the reader's rules; undefined for a reader who has no rules. */
  readonly fired: readonly MailFiring[] | undefined;
  readonly revised: readonly RevisedRecord[];
};

/** Today as a mail: the words and numbers are those of its page. */
export function letterMail(letter: Letter, place: MailPlace): MailContent {
  const { brief, parts, pictures, fired, revised } = letter;
  const { origin } = place;
  const day = weekdayAndDate(brief.on);
  const notes = [
    brief.newest === null ? 'No values yet' : `Values through ${formatUsDate(brief.newest)}`,
    describeShare(provisionalShare(brief)),
  ];
  const blocks: (MailBlock | false)[] = [
    { kind: 'title', text: `Today, ${day}` },
    { kind: 'lead', text: parts.sentence },
    { kind: 'figures', rows: parts.figures.map(toFigure) },
    parts.cups.length > 0 && { kind: 'heading', text: 'Reservoirs' },
    picture(pictures.cups),
    { kind: 'rows', rows: parts.cups.map((cup, at) => toCupRow(cup, at, origin)) },
    parts.remark !== undefined && { kind: 'note', text: parts.remark },
    picture(pictures.river),
    { kind: 'heading', text: 'What moved this week' },
    ...rowsOrNote(
      (parts.moved ?? []).map(({ name, change, place: among, href }) => ({
        ...{ name, value: change, note: among, href: `${origin}${href}` },
      })),
      'No change can be compared: that takes values of this week and of ten past years.',
    ),
    ...(fired === undefined
      ? []
      : [
          { kind: 'heading', text: 'Your alerts that fired this week' } as const,
          ...rowsOrNote(
            fired.map((firing) => toRow(firing, place)),
            'None.',
          ),
        ]),
    { kind: 'heading', text: 'Values revised this week' },
    ...rowsOrNote(
      revised.map((record) => toRevisedRow(record, origin)),
      'None.',
    ),
    parts.late !== undefined && { kind: 'note', text: parts.late.sites },
    {
      kind: 'note',
      text: `${notes
        .filter(Boolean)
        .map((each) => capitalize(each ?? ''))
        .join('. ')}. Provisional values may be revised. Source: ${sourceOfBrief(brief)}.`,
    },
    {
      kind: 'link',
      text: 'Today, with its charts',
      href: `${origin}/watershed-overview/today?on=${brief.on}`,
    },
    ...(fired === undefined
      ? []
      : [
          {
            kind: 'link',
            text: 'Choose the day and the hour of this letter',
            href: `${origin}${profilePath}`,
          } as const,
        ]),
    { kind: 'link', text: 'Stop this letter', href: place.stop },
  ];
  return { subject: `Today, ${day}`, blocks: blocks.filter((block) => block !== false) };
}

const picture = (found: MailPicture | undefined): MailBlock | false =>
  found !== undefined && { kind: 'picture', picture: found };

function rowsOrNote(rows: readonly Row[], none: string): readonly MailBlock[] {
  return [rows.length > 0 ? { kind: 'rows', rows } : { kind: 'note', text: none }];
}

function toFigure({ name, value, unit, class: standing, place, note }: BriefParts['figures'][number]): Row {
  return {
    name,
    value: [value, unit].filter(Boolean).join(' '),
    note: [`${standing}${place}`, note].filter(Boolean).join(' · '),
  };
}

function toCupRow(
  { name, lead, amount, age, href }: BriefParts['cups'][number],
  at: number,
  origin: string,
): Row {
  return {
    name: `${at + 1} ${name}`,
    value: lead,
    note: [amount, age].filter(Boolean).join(', '),
    href: href && `${origin}${href}`,
  };
}

function toRevisedRow(
  { loc_ndx, loc_name, parameter_name, days, first, last }: RevisedRecord,
  origin: string,
): Row {
  return {
    name: `${loc_name}, ${parameter_name.toLowerCase()}`,
    value: countOf(days, 'day'),
    note: first === last ? formatUsDate(first) : `${formatUsDate(first)} to ${formatUsDate(last)}`,
    href: `${origin}/sites/${loc_ndx}`,
  };
}
