import styles from './Season.module.css';

type FactsProps = { facts: readonly { readonly term: string; readonly text: string }[] };

/** Facts as pairs of a term and a text, side by side where there is room. */
export function Facts({ facts }: FactsProps) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ term, text }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
