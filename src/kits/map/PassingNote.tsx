import { useEffect, useState } from 'react';
import styles from './MapView.module.css';

const shownMs = 10_000;

/** A note over the map that closes after a while, or by its button. It comes back when it is mounted again. */
export function PassingNote({ text }: { readonly text: string }) {
  const [open, setOpen] = useState(true);
  useEffect(() => {
    const timer = window.setTimeout(() => setOpen(false), shownMs);
    return () => window.clearTimeout(timer);
  }, []);
  if (!open) return null;
  return (
    <>
      <span>{text}</span>
      <button
        type="button"
        className={styles.close}
        aria-label="Close the note"
        onClick={() => setOpen(false)}
      >
        ×
      </button>
    </>
  );
}
