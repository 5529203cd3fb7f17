import { useStore } from '@nanostores/react';
import { Dialog } from '#kits/ui/Dialog.tsx';
import { Button } from '#kits/ui/index.ts';
import { $confirm, closeConfirm } from './confirm.ts';
import { describeConfirm } from './format.ts';
import styles from './RecordForm.module.css';

/** Asks for confirmation of the action in `$confirm`. */
export function ConfirmDialog() {
  const confirm = useStore($confirm);
  if (!confirm?.open) return null;
  const { title, text, yes, no, isLoss = false } = describeConfirm(confirm);
  return (
    <Dialog
      open
      title={title}
      onDismiss={() => closeConfirm(false)}
      actions={
        <>
          {isLoss && (
            <Button variant="danger" className={styles.loss} onClick={() => closeConfirm(true)}>
              {yes}
            </Button>
          )}
          <Button variant={isLoss ? 'primary' : 'plain'} onClick={() => closeConfirm(false)}>
            {no}
          </Button>
          {!isLoss && (
            <Button variant="primary" onClick={() => closeConfirm(true)}>
              {yes}
            </Button>
          )}
        </>
      }
    >
      <p>{text}</p>
    </Dialog>
  );
}
