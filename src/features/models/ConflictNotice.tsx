import type { ContentRecord } from '#contract/records.ts';
import type { RecordContent } from '#domain/records/versions.ts';
import { Button } from '#kits/ui/index.ts';
import { authorName } from './author.ts';
import { Difference } from './Difference.tsx';
import { type FormValues, toContent } from './form-values.ts';
import { formatShortDateTime } from './labels.ts';
import styles from './RecordPage.module.css';
import type { RecordScreen } from './record-screen.ts';

type Props = {
  screen: RecordScreen;
  /** The record as someone else saved it. */
  theirs: ContentRecord;
  /** The subject of the user. */
  reader: string;
  values: () => FormValues;
  reset: (content: RecordContent) => void;
};

/** Compares the form with what someone else has saved meanwhile, and asks which one to continue with. */
export function ConflictNotice({ screen, theirs, reader, values, reset }: Props) {
  const { model } = screen;
  return (
    <section className={styles.conflict} role="alert" aria-label="Someone else has saved">
      <p>
        <strong>Someone has saved this {model.singular} since you opened it</strong> (
        {authorName(theirs.updated_by, reader)}, {formatShortDateTime(theirs.updated_at)}). Nothing was
        overwritten, and your text is still here.
      </p>
      <Difference
        model={model}
        left={{ label: 'Theirs', content: theirs }}
        right={{ label: 'Yours', content: toContent(model.fields, values()) }}
      />
      <div className={styles.buttons}>
        <Button
          onClick={() => {
            reset(theirs);
            screen.takeTheirs();
          }}
        >
          Load theirs, discard mine
        </Button>
        <Button variant="primary" onClick={() => screen.keepMine(values())}>
          Keep editing mine
        </Button>
      </div>
    </section>
  );
}
