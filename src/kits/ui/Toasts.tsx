import { X } from 'lucide-react';
import { Button } from './Button.tsx';
import styles from './Toasts.module.css';

export type ToastItem = {
  readonly id: number;
  readonly message: string;
  readonly severity: 'info' | 'success' | 'warning' | 'error';
};

export type ToastsProps = {
  toasts: readonly ToastItem[];
  onClose: (id: number) => void;
  onPause: () => void;
  onResume: () => void;
};

/** Short messages; the clocks stop while the pointer or the focus is on them. One per page. */
export function Toasts({ toasts, onClose, onPause, onResume }: ToastsProps) {
  return (
    <section
      className={styles.region}
      aria-label="Messages"
      aria-live="polite"
      onPointerEnter={onPause}
      onPointerLeave={onResume}
      onFocus={onPause}
      onBlur={onResume}
    >
      {toasts.map((toast) => (
        <div
          key={toast.id}
          className={styles.toast}
          data-severity={toast.severity}
          role={toast.severity === 'error' ? 'alert' : undefined}
        >
          <p className={styles.message}>{toast.message}</p>
          <Button variant="quiet" icon aria-label="Close message" onClick={() => onClose(toast.id)}>
            <X size={16} aria-hidden="true" />
          </Button>
        </div>
      ))}
    </section>
  );
}
