import { ChevronRight } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import styles from './Disclosure.module.css';

type DisclosureProps = {
  label: ReactNode;
  open: boolean;
  onToggle: () => void;
  children: ReactNode;
};

/** A button that shows and hides the content below it. */
export function Disclosure({ label, open, onToggle, children }: DisclosureProps) {
  const id = useId();
  return (
    <>
      <button
        type="button"
        className={`${styles.trigger} strong full-width text-start`}
        aria-expanded={open}
        aria-controls={id}
        onClick={onToggle}
      >
        <ChevronRight className={styles.chevron} size={16} aria-hidden="true" />
        {label}
      </button>
      <div id={id} hidden={!open}>
        {children}
      </div>
    </>
  );
}
