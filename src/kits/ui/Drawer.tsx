import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { Button } from './Button.tsx';
import styles from './Drawer.module.css';

type DrawerProps = {
  open: boolean;
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** Stays visible below the scrolling content. */
  footer?: ReactNode;
};

/** A panel at the side, or a sheet at the bottom on a phone. Traps and restores the focus; Escape closes it. */
export function Drawer({ open, title, onClose, children, footer }: DrawerProps) {
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Popup ref={popup} className={styles.popup} initialFocus={popup}>
          <div className={styles.head}>
            <Base.Title className={styles.title}>{title}</Base.Title>
            <Button variant="quiet" icon aria-label="Close" onClick={onClose}>
              <X size={18} aria-hidden="true" />
            </Button>
          </div>
          <div className={styles.body}>{children}</div>
          {footer !== undefined && <div className={styles.foot}>{footer}</div>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
