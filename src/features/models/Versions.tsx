import { useState } from 'react';
import type { Model } from '#contract/model.ts';
import type { ContentRecord, VersionEntry } from '#contract/records.ts';
import { Button, VisuallyHidden } from '#kits/ui/index.ts';
import { authorName } from './author.ts';
import { Chip } from './Chips.tsx';
import { Difference } from './Difference.tsx';
import { formatShortDateTime } from './labels.ts';
import styles from './Versions.module.css';

type Props = {
  model: Model;
  record: ContentRecord;
  /** The user, whose own versions are labeled “you”. */
  subject: string;
  onRestore: (version: VersionEntry) => void;
};

/** The newest versions of a record and its published one, to compare and to restore. */
export function Versions({ model, record, subject, onRestore }: Props) {
  const [compared, setCompared] = useState<string>();
  const { versions, total_versions } = record;
  const shown = versions.find(({ version_id }) => version_id === record.version_id);
  const chosen = versions.find(({ version_id }) => version_id === compared);
  return (
    <section className={styles.versions} aria-labelledby="versions-title">
      <h2 id="versions-title">Versions</h2>
      <p className={styles.note}>
        {total_versions === 1
          ? 'There is one version.'
          : `${versions.length} of ${total_versions} versions, newest first.`}
      </p>
      <ol className={styles.list}>
        {versions.map((version) => (
          <li key={version.version_id} className={styles.version}>
            <span className={styles.when}>
              {nameOf(version)}
              <span className={styles.who}>by {authorName(version.created_by, subject)}</span>
            </span>
            <span className={styles.chips}>
              {version.is_latest && <Chip kind="latest">Latest</Chip>}
              {version.is_published && <Chip kind="published">Published</Chip>}
            </span>
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
                <Button onClick={() => onRestore(version)}>
                  Restore<VisuallyHidden> the version of {nameOf(version)}</VisuallyHidden>
                </Button>
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
    </section>
  );
}

function nameOf({ created_at }: VersionEntry): string {
  return formatShortDateTime(created_at);
}
