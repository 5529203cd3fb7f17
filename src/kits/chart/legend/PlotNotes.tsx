import styles from '../Chart.module.css';

/** Sentences under a plot. */
export function PlotNotes({ notes }: { notes: readonly string[] }) {
  return (
    <div role="status">
      {notes.map((note) => (
        <p key={note} className={styles.hint}>
          {note}
        </p>
      ))}
    </div>
  );
}
