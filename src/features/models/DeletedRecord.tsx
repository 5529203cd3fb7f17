import { buttonClass } from '#kits/ui/index.ts';
import { DeletedNotice } from './DeletedNotice.tsx';
import { RecordForm } from './RecordForm.tsx';
import styles from './RecordPage.module.css';
import type { RecordScreen } from './record-screen.ts';

type Props = { screen: RecordScreen; onLeave: () => void };

/** The page of a deleted record with text that was typed before, to be saved as a new one. */
export function DeletedRecord({ screen, onLeave }: Props) {
  const { model } = screen;
  return (
    <div className={styles.page}>
      <h1>Add {model.singular}</h1>
      <RecordForm
        screen={screen}
        content={undefined}
        what={`the new ${model.singular}`}
        onSaved={() => {}}
        cancel={() => (
          <a className={buttonClass('quiet')} href={`/models/${model.name}`}>
            Cancel
          </a>
        )}
        notice={() => (
          <DeletedNotice
            model={model}
            onDiscard={() => {
              screen.discard();
              onLeave();
            }}
          />
        )}
      />
    </div>
  );
}
