import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { Model } from '#contract/model.ts';
import type { ContentRecord, VersionEntry } from '#contract/records.ts';
import { isSameValue } from '#domain/records/same-value.ts';
import { maxVersions } from '#domain/records/versions.ts';
import { Button, VisuallyHidden } from '#kits/ui/index.ts';
import { $lookups } from '#stores/lookups.ts';
import { authorName } from './author.ts';
import { Chip } from './Chips.tsx';
import { Difference } from './Difference.tsx';
import { describeChange } from './describe-change.ts';
import type { Lookups } from './format.ts';
import { describeVersionCount, formatShortDateTime } from './labels.ts';
import { RestoreDialog } from './RestoreDialog.tsx';
import rows from './RowList.module.css';
import styles from './Versions.module.css';

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
  const [restored, setRestored] = useState<VersionEntry>();
  const { versions } = record;
  const shown = versions.find(({ version_id }) => version_id === record.version_id);
  const chosen = versions.find(({ version_id }) => version_id === compared);
  return (
    <section className={styles.versions} aria-labelledby="versions-title">
      <h2 id="versions-title">Versions</h2>
      <p className={styles.note}>{describeVersionCount(versions.length)}</p>
      <ol className={rows.list}>
        {versions.map((version, at) => (
          <li key={version.version_id} className={rows.row}>
            <span className={styles.when}>
              {nameOf(version)}
              <span className={styles.who}>by {authorName(version.created_by, subject)}</span>
            </span>
            <span className={styles.chips}>
              {version.is_latest && <Chip kind="latest">Latest</Chip>}
              {version.is_published && <Chip kind="published">Published</Chip>}
            </span>
            <span className={styles.change}>{describeStep(model, versions, at, lookups)}</span>
            {shown && version.version_id !== shown.version_id && (
              <span className={styles.buttons}>
                <Button
                  aria-expanded={compared === version.version_id}
                  onClick={() =>
                    setCompared(compared === version.version_id ? undefined : version.version_id)
                  }
                >
                  Compare<VisuallyHidden> the version of {nameOf(version)}</VisuallyHidden>
                </Button>
                {!isSameValue(version.content, shown.content) && (
                  <Button onClick={() => setRestored(version)}>
                    Restore<VisuallyHidden> the version of {nameOf(version)}</VisuallyHidden>
                  </Button>
                )}
              </span>
            )}
          </li>
        ))}
      </ol>
      {chosen && shown && (
        <Difference
          model={model}
          left={{ label: `Version of ${nameOf(chosen)}`, content: chosen.content }}
          right={{ label: 'Current version', content: shown.content }}
        />
      )}
      {restored && shown && (
        <RestoreDialog
          model={model}
          record={record}
          current={shown.content}
          version={restored}
          name={nameOf(restored)}
          onDismiss={() => setRestored(undefined)}
          onRestore={() => {
            setRestored(undefined);
            setCompared(undefined);
            onRestore(restored);
          }}
        />
      )}
    </section>
  );
}

/** What a version changed, against the one below it in the list. */
function describeStep(model: Model, versions: readonly VersionEntry[], at: number, lookups: Lookups): string {
  const [version, below] = [versions[at], versions[at + 1]];
  if (version && below) return describeChange(model, below.content, version.content, lookups);
  return versions.length < maxVersions ? 'First version' : 'Oldest version';
}

function nameOf({ created_at }: VersionEntry): string {
  return formatShortDateTime(created_at);
}
