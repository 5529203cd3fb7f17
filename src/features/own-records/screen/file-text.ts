import { formatUsDate } from '#lib/calendar.ts';
import { dateFormats, formatInstant } from '#lib/calendar-text.ts';
import { countOf } from '#lib/count-text.ts';
import { formatValue, formatWhole } from '#lib/format-number.ts';
import type { FilePreview, OwnFileState } from '../contract.ts';

/** How many questions are open, or how many rows were understood: `1,204 rows of the first 20 MB understood, 2 refused.` */
export function describePreview({
  questions,
  changes,
  refused_count,
  missing,
  read_bytes: read,
}: FilePreview): string {
  if (questions.length > 0) {
    return `${countOf(questions.length, 'question')} to answer, below the fields marked *, before anything is read.`;
  }
  const rows = changes.reduce((sum, change) => sum + change.rows, 0);
  const empty = missing > 0 ? `, ${formatWhole(missing)} without a value` : '';
  const part = read === null ? '' : ` of the first ${formatWhole(Math.round(read / 1e6))} MB`;
  return `${countOf(rows, 'row')}${part} understood, ${formatWhole(refused_count)} refused${empty}.`;
}

/** An instant on the clock of the basin; a day stays a day. */
export const formatTime = (at: string) =>
  at.includes('T') ? formatInstant(at, dateFormats.shortDateTime) : formatUsDate(at);

export const formatCell = ({ value, unit }: FilePreview['rows'][number]) =>
  value === null ? 'no value' : `${formatValue(value)} ${unit}`;

/** What a file would change at a site: `Gate 7, Diversion, 04/01/2026 to 04/30/2026: 30 new, …` */
export function describeChange(change: FilePreview['changes'][number]): string {
  const { loc_name, parameter_name, first, last, same, revised, notes } = change;
  const counts = [
    `${formatWhole(change.new)} new`,
    `${formatWhole(same)} already stored`,
    `${formatWhole(revised)} stored with another value, which get a new version`,
  ];
  const period = `${formatTime(first)} to ${formatTime(last)}`;
  return [`${loc_name}, ${parameter_name}, ${period}: ${counts.join(', ')}.`, ...notes].join(' ');
}

export function describeOutcome({
  status,
  rows_written,
  rows_unchanged,
  rows_rejected,
}: OwnFileState): string {
  const isStored = status === 'succeeded' || status === 'partial';
  const start = isStored ? 'Stored:' : 'The import did not end as it should. Stored so far:';
  return `${start} ${formatWhole(rows_written)} values written, ${formatWhole(rows_unchanged)} unchanged, ${formatWhole(rows_rejected)} rejected.`;
}
