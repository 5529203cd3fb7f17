import { useState } from 'react';
import type { ImportProgress } from '#contract/imports.ts';
import { Dialog } from '#kits/ui/Dialog.tsx';
import { Button } from '#kits/ui/index.ts';
import styles from './ImportStatus.module.css';
import { describeCount, describeStart } from './labels.ts';
import { MessageLog } from './MessageLog.tsx';

type Props = {
  progress: ImportProgress;
  reader: string | undefined;
  isCancelling: boolean;
  onCancel: () => void;
};

/** The import that is running: how far it is, its last messages, and how to end it. */
export function ImportProgressView({ progress, reader, isCancelling, onCancel }: Props) {
  const [isAsking, setAsking] = useState(false);
  const { series_done, series_total, is_stopping, is_elsewhere, messages } = progress;
  const cancel = () => {
    setAsking(false);
    onCancel();
  };
  return (
    <>
      <p role="status">Running: {describeStart(progress, reader)}.</p>
      {is_elsewhere ? (
        <p className={styles.muted}>
          Another process runs it, such as the command line or another portal on this database. Its messages
          are shown there, and it can be ended there.
        </p>
      ) : (
        <>
          <progress
            className={styles.progress}
            aria-label="Progress of the import"
            {...(series_total !== null && { value: series_done, max: Math.max(1, series_total) })}
          />
          <p className={styles.count}>{describeCount(progress)}</p>
          <MessageLog messages={messages} label="Messages of the import" />
          <div className={styles.actions}>
            <Button
              aria-disabled={is_stopping || isCancelling}
              onClick={() => !is_stopping && setAsking(true)}
            >
              {is_stopping || isCancelling ? 'Canceling…' : 'Cancel import'}
            </Button>
          </div>
        </>
      )}
      <Dialog
        open={isAsking}
        title="Cancel the import?"
        onDismiss={() => setAsking(false)}
        actions={
          <>
            <Button onClick={() => setAsking(false)}>Let it run</Button>
            <Button variant="primary" onClick={cancel}>
              Cancel import
            </Button>
          </>
        }
      >
        <p>The series that it has written stay, and are complete. The others keep the values they had.</p>
      </Dialog>
    </>
  );
}
