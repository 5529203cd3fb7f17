import { useStore } from '@nanostores/react';
import type { ContentRecord } from '#contract/records.ts';
import { Button } from '#kits/ui/index.ts';
import type { SessionUser } from '#session/session.ts';
import { $lookups } from '#stores/lookups.ts';
import { StatusChips } from './Chips.tsx';
import { ConflictNotice } from './ConflictNotice.tsx';
import { openConfirm } from './confirm.ts';
import { DeletedNotice } from './DeletedNotice.tsx';
import { formatRecordTitle } from './format.ts';
import { RecordForm } from './RecordForm.tsx';
import styles from './RecordPage.module.css';
import type { RecordScreen } from './record-screen.ts';

type Props = { screen: RecordScreen; record: ContentRecord; user: SessionUser; onDone: () => void };

/** The page of a record while it is edited. */
export function EditRecord({ screen, record, user, onDone }: Props) {
  const title = formatRecordTitle(screen.model, record, useStore($lookups));
  const conflict = useStore(screen.$conflict);
  const isDeleted = useStore(screen.$isDeleted);
  const what = `“${title}”`;

  function leave(): void {
    screen.discard();
    if (isDeleted) void screen.load();
    else onDone();
  }

  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h1>{title}</h1>
        <StatusChips record={record} />
      </div>
      <RecordForm
        screen={screen}
        content={record}
        what={what}
        onSaved={() => !isDeleted && onDone()}
        cancel={(isDirty) => (
          <Button
            variant="quiet"
            onClick={() => (isDirty ? openConfirm('UNSAVED', { what }, leave) : leave())}
          >
            Cancel
          </Button>
        )}
        notice={(values, reset) =>
          isDeleted ? (
            <DeletedNotice model={screen.model} onDiscard={leave} />
          ) : (
            conflict && (
              <ConflictNotice
                screen={screen}
                theirs={conflict.theirs}
                reader={user.sub}
                values={values}
                reset={reset}
              />
            )
          )
        }
      />
    </div>
  );
}
