import { X } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Button } from '#kits/ui/index.ts';
import styles from './Panel.module.css';

type Props = {
  side: 'left' | 'right';
  title: string;
  note?: ReactNode;
  action?: ReactNode;
  onClose: () => void;
  children: ReactNode;
};

/** A panel beside the map on a wide screen, a sheet below it on a narrow one. */
export function Panel({ side, title, note, action, onClose, children }: Props) {
  const id = useId();
  return (
    <section className={styles.panel} data-side={side} aria-labelledby={id}>
      <header className={styles.head}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        <span className={styles.note}>{note}</span>
        {action}
        <Button variant="quiet" icon aria-label={`Close ${title}`} onClick={onClose}>
          <X size={16} aria-hidden="true" />
        </Button>
      </header>
      <div className={styles.body}>{children}</div>
    </section>
  );
}
