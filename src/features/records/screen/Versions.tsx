import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { Coordinates, type InputField, isInput } from '#contract/records/fields.ts';
import { type Model, readersOf } from '#contract/records/model.ts';
import type { ContentRecord, VersionEntry } from '#contract/records/records.ts';
import { isSameValue, maxVersions, type RecordContent, recordStatus } from '#domain/records/versions.ts';
import { Button, Row, Stack, VisuallyHidden } from '#kits/ui/index.ts';
import { useQuestion } from '#kits/ui/overlay/use-question.tsx';
import { formatMoment } from '#lib/calendar-text.ts';
import { inSentence } from '#lib/count-text.ts';
import { milesBetween } from '#lib/geometry/coordinates.ts';
import { $lookups } from '#stores/lookups.ts';
import { Chip } from './Chips.tsx';
import { Difference } from './Difference.tsx';
import { authorName, describeVersionCount, formatFieldValue, type Lookups } from './format.ts';
import rows from './RecordPage.module.css';

type Props = {
  model: Model;
  record: ContentRecord;
  /** The user, whose own versions are labeled “you”. */
  subject: string;
  onRestore: (version: VersionEntry) => void;
};

/** The newest versions of a record and its published one, with what changed, to compare and to restore. */
export function Versions({ model, record, subject, onRestore }: Props) {
  const lookups = useStore($lookups);
  const [compared, setCompared] = useState<string>();
  const [ask, dialog] = useQuestion();
  const { versions } = record;
  const shown = versions.find(({ version_id }) => version_id === record.version_id);
  const chosen = versions.find(({ version_id }) => version_id === compared);

  /** Shows what restoring a version changes, before it does. */
  function askToRestore(version: VersionEntry, current: RecordContent): void {
    const effect =
      record.status_id === recordStatus.draft
        ? 'The record stays a draft.'
        : `${readersOf(model)} see no change until you publish it.`;
    ask({
      title: `Restore the version of ${nameOf(version)}?`,
      text: (
        <>
          <p>It is saved as the newest version, above the others. {effect}</p>
          <Difference
            model={model}
            left={{ label: 'Now', content: current }}
            right={{ label: 'After restoring', content: version.content }}
          />
        </>
      ),
      action: 'Restore',
      onConfirm: () => {
        setCompared(undefined);
        onRestore(version);
      },
    });
  }

  return (
    <Stack as="section" gap={3} aria-labelledby="versions-title">
      <h2 id="versions-title">Versions</h2>
      <p className="muted text-sm">{describeVersionCount(versions.length)}</p>
      <ol className="frame ruled-list">
        {versions.map((version, at) => (
          <Row as="li" key={version.version_id} className={`${rows.row} pad-2-3`}>
            <span>
              {nameOf(version)}
              <span className="quiet-xs block anywhere">by {authorName(version.created_by, subject)}</span>
            </span>
            <Row as="span" gap={2}>
              {version.is_latest && <Chip kind="latest">Latest</Chip>}
              {version.is_published && <Chip kind="published">Published</Chip>}
            </Row>
            <span className="broad text-sm anywhere">{describeStep(model, versions, at, lookups)}</span>
            {shown && version.version_id !== shown.version_id && (
              <Row as="span" gap={2} className="push">
                <Button
                  aria-expanded={compared === version.version_id}
                  onClick={() =>
                    setCompared(compared === version.version_id ? undefined : version.version_id)
                  }
                >
                  Compare<VisuallyHidden> the version of {nameOf(version)}</VisuallyHidden>
                </Button>
                {!isSameValue(version.content, shown.content) && (
                  <Button onClick={() => askToRestore(version, shown.content)}>
                    Restore<VisuallyHidden> the version of {nameOf(version)}</VisuallyHidden>
                  </Button>
                )}
              </Row>
            )}
          </Row>
        ))}
      </ol>
      {chosen && shown && (
        <Difference
          model={model}
          left={{ label: `Version of ${nameOf(chosen)}`, content: chosen.content }}
          right={{ label: 'Current version', content: shown.content }}
        />
      )}
      {dialog}
    </Stack>
  );
}

/** What a version changed, against the one below it in the list. */
function describeStep(model: Model, versions: readonly VersionEntry[], at: number, lookups: Lookups): string {
  const [version, below] = [versions[at], versions[at + 1]];
  if (version && below) return describeChange(model, below.content, version.content, lookups);
  return versions.length < maxVersions ? 'First version' : 'Oldest version';
}

function nameOf({ created_at }: VersionEntry): string {
  return formatMoment(created_at);
}

const maxListed = 3;
/** Longer values are not repeated in the line. */
const maxQuotedLength = 24;

/** Describes in a line what changed from one content to the next: `Title changed, summary longer by 120 letters`. */
export function describeChange(
  { fields }: Model,
  before: RecordContent,
  after: RecordContent,
  lookups: Lookups,
): string {
  const changes = fields
    .filter(isInput)
    .filter(({ name }) => !isSameValue(before[name], after[name]))
    .map(
      (field) =>
        `${inSentence(field.label)} ${describeValue(field, before[field.name], after[field.name], lookups)}`,
    );
  if (changes.length === 0) return 'Nothing changed';
  const listed = changes.slice(0, changes.length > maxListed + 1 ? maxListed : maxListed + 1);
  const rest = changes.length - listed.length;
  const line = [...listed, ...(rest > 0 ? [`${rest} more fields changed`] : [])].join(', ');
  return line.charAt(0).toUpperCase() + line.slice(1);
}

function describeValue(field: InputField, before: unknown, after: unknown, lookups: Lookups): string {
  if (isSameValue(before, null)) return 'added';
  if (isSameValue(after, null)) return 'removed';
  const [from, to] = [before, after].map((value) => formatFieldValue(field, value, lookups));
  switch (field.kind) {
    case 'MULTILINE_TEXT':
      return describeLength(String(before), String(after));
    case 'TEXT':
    case 'EMAIL':
    case 'SPLIT_STRING_DROPDOWN':
      return 'changed';
    case 'CUSTOM':
      return field.custom === 'file' ? 'replaced' : describeMove(before, after);
    default:
      return from && to && from.length <= maxQuotedLength && to.length <= maxQuotedLength
        ? `from ${from} to ${to}`
        : 'changed';
  }
}

function describeLength(before: string, after: string): string {
  const difference = [...after].length - [...before].length;
  if (difference === 0) return 'reworded';
  const size = Math.abs(difference);
  return `${difference > 0 ? 'longer' : 'shorter'} by ${size.toLocaleString('en-US')} ${size === 1 ? 'letter' : 'letters'}`;
}

function describeMove(before: unknown, after: unknown): string {
  const [from, to] = [Coordinates.safeParse(before), Coordinates.safeParse(after)];
  if (!from.success || !to.success) return 'changed';
  const miles = milesBetween(toPlace(from.data), toPlace(to.data));
  if (miles < 0.1) return `moved ${Math.round(miles * 5280)} feet`;
  return `moved ${miles.toLocaleString('en-US', { maximumFractionDigits: miles < 10 ? 1 : 0 })} miles`;
}

function toPlace({ latitude_dd, longitude_dd }: Coordinates): { lat: number; lng: number } {
  return { lat: latitude_dd, lng: longitude_dd };
}
