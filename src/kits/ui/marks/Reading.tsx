import styles from './Standing.module.css';

type Props = {
  reading: {
    readonly value: string;
    readonly claim: string;
    /** Of a stale one. */
    readonly age: string | undefined;
    readonly isProvisional: boolean;
  };
};

/** The latest reading of the last hours, beside a daily mean: a stale one says how old it is. */
export function Reading({ reading }: Props) {
  const { value, claim, age, isProvisional } = reading;
  return (
    <span data-stale={age === undefined ? undefined : true}>
      Reading {value} {claim}
      {isProvisional && ', provisional'}
      {age !== undefined && <span className={`${styles.late} warning`}>, {age}</span>}
    </span>
  );
}
