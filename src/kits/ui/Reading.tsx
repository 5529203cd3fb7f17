import styles from './Standing.module.css';

type Props = {
  reading: {
    readonly value: string;
    readonly when: string;
    readonly trend: string | undefined;
    /** Of a stale one. */
    readonly age: string | undefined;
    readonly isProvisional: boolean;
  };
  isDemonstration?: boolean;
};

/** The latest reading of the last hours, beside a daily mean: a stale one says how old it is. */
export function Reading({ reading, isDemonstration = false }: Props) {
  const { value, when, trend, age, isProvisional } = reading;
  const notes = [trend, isProvisional && 'provisional', isDemonstration && 'demonstration'].filter(Boolean);
  return (
    <span data-stale={age === undefined ? undefined : true}>
      Reading <strong>{value}</strong> {when}
      {notes.length > 0 && `, ${notes.join(', ')}`}
      {age !== undefined && <span className={styles.late}>, {age}</span>}
    </span>
  );
}
