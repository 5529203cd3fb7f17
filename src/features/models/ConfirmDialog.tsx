import { useStore } from '@nanostores/react';
import { Button, Dialog } from '#kits/ui/index.ts';
import { $confirm, closeConfirm } from './confirm.ts';
import { describeConfirm } from './labels.ts';

/** Asks for confirmation of the action in `$confirm`. */
export function ConfirmDialog() {
  const confirm = useStore($confirm);
  if (!confirm?.open) return null;
  const { title, text, yes, no } = describeConfirm(confirm);
  return (
    <Dialog
      open
      title={title}
      onDismiss={() => closeConfirm(false)}
      actions={
        <>
          <Button onClick={() => closeConfirm(false)}>{no}</Button>
          <Button variant="primary" onClick={() => closeConfirm(true)}>
            {yes}
          </Button>
        </>
      }
    >
      <p>{text}</p>
    </Dialog>
  );
}
