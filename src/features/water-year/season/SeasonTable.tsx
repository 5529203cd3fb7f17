import type { ReactNode } from 'react';
import styles from './Season.module.css';

type SeasonTableProps = {
  caption: string;
  header: readonly ReactNode[];
  /** Reached by the keyboard, because it scrolls in itself on narrow screens. */
  children: ReactNode;
};

/** A static table of a few rows: names on the left, numbers on the right. */
export function SeasonTable({ caption, header, children }: SeasonTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
    <section className={styles.tableFrame} tabIndex={0} aria-label={caption}>
      <table className={styles.table}>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {header.map((cell, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the columns do not move
              <th key={at} scope="col">
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}

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
