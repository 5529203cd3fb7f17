import { buttonClass, Notice } from '#kits/ui/index.ts';
import type { SessionUser } from '#session/session.ts';
import { RecordForm } from './RecordForm.tsx';
import styles from './RecordPage.module.css';
import type { RecordScreen } from './record-screen.ts';

type Props = { screen: RecordScreen; user: SessionUser };

/** The page of a new record. */
export function AddRecord({ screen, user }: Props) {
  const { model } = screen;
  const what = `the new ${model.singular}`;
  return (
    <div className={styles.page}>
      <h1>Add {model.singular}</h1>
      {user.isAdmin ? (
        <RecordForm
          screen={screen}
          content={undefined}
          what={what}
          onSaved={() => {}}
          cancel={() => (
            <a className={buttonClass('quiet')} href={`/models/${model.name}`}>
              Cancel
            </a>
          )}
        />
      ) : (
        <Notice severity="info">Only administrators can add and change records.</Notice>
      )}
    </div>
  );
}
