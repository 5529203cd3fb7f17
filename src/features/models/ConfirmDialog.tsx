import { useStore } from '@nanostores/react';
import { Button, Dialog } from '#kits/ui/index.ts';
import { $confirm, answerConfirm } from '#stores/confirm.ts';
import { confirmWords } from './words.ts';

/** The question that is asked before something is done. */
export function ConfirmDialog() {
  const confirm = useStore($confirm);
  if (!confirm?.open) return null;
  const { title, text, yes, no } = confirmWords(confirm);
  return (
    <Dialog
      open
      title={title}
      onDismiss={() => answerConfirm(false)}
      actions={
        <>
          <Button onClick={() => answerConfirm(false)}>{no}</Button>
          <Button look="primary" onClick={() => answerConfirm(true)}>
            {yes}
          </Button>
        </>
      }
    >
      <p>{text}</p>
    </Dialog>
  );
}
