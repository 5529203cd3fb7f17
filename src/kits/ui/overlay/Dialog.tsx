import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { Button } from '../Button.tsx';
import { Row } from '../Layout.tsx';
import styles from './Overlay.module.css';

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

type DrawerProps = {
  open: boolean;
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** Stays visible below the scrolling content. */
  footer?: ReactNode;
  /** Called when it has left the page, which can then have the focus again. */
  onClosed?: () => void;
};

/** A panel at the side, or a sheet at the bottom on a phone. Traps and restores the focus; Escape closes it. */
export function Drawer({ open, title, onClose, children, footer, onClosed }: DrawerProps) {
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Base.Root
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onOpenChangeComplete={(isOpen) => !isOpen && onClosed?.()}
    >
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Popup ref={popup} className={`column ${styles.drawerPopup}`} initialFocus={popup}>
          <Row gap={3} data-nowrap data-spread className={`ruled-below ${styles.head}`}>
            <Base.Title className="text-lg">{title}</Base.Title>
            <Button variant="quiet" icon aria-label="Close" onClick={onClose}>
              <X size={18} aria-hidden="true" />
            </Button>
          </Row>
          <div className="scroll-y pad-4">{children}</div>
          {footer !== undefined && <div className={`ruled-above ${styles.foot}`}>{footer}</div>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
