import { Dialog as Base } from '@base-ui/react/dialog';
import { type ReactNode, useRef } from 'react';
import styles from './Dialog.module.css';

type DialogProps = {
  open: boolean;
  title: string;
  children: ReactNode;
  /** Buttons at the bottom, the primary one last. */
  actions: ReactNode;
  /** Called by Escape and by a click outside; without it, only the buttons close the dialog. */
  onDismiss?: (() => void) | undefined;
};

/** A modal dialog: traps the focus, restores it, and makes the rest of the page inert. */
export function Dialog({ open, title, children, actions, onDismiss }: DialogProps) {
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Base.Root
      open={open}
      disablePointerDismissal={!onDismiss}
      onOpenChange={(next) => {
        if (!next) onDismiss?.();
      }}
      onOpenChangeComplete={(isOpen) => {
        if (!isOpen) recoverFocus();
      }}
    >
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Popup ref={popup} className={`dialog ${styles.popup}`} initialFocus={popup}>
          <Base.Title className="dialog-title">{title}</Base.Title>
          <Base.Description className="dialog-body" render={<div />} tabIndex={0}>
            {children}
          </Base.Description>
          <div className="dialog-actions">{actions}</div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/**
 * A dialog that opened by itself has no button to return to: the focus moves to the start of the page's content, once the
 * dialog is removed and the page is no longer inert.
 */
function recoverFocus(): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) document.getElementById('content')?.focus();
  });
}
