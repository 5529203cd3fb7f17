import type { ReactNode } from 'react';
import { Stack } from '#kits/ui/index.ts';
import styles from './issue-day/Season.module.css';

export type SeasonRow = {
  readonly key: string | number;
  readonly head: ReactNode;
  readonly cells: readonly ReactNode[];
  /** Over all columns that have no cell. */
  readonly rest?: ReactNode;
  readonly isLeading?: boolean;
};

type SeasonTableProps = {
  caption: string;
  /** Whether only screen readers have the caption. */
  isBare?: boolean;
  header: readonly ReactNode[];
  rows: readonly SeasonRow[];
};

/** A static table of a few rows: names on the left, numbers on the right. */
export function SeasonTable({ caption, isBare = false, header, rows }: SeasonTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: on narrow screens it scrolls in itself, and has to be reached by the keyboard
    <section className={`${styles.tableFrame} scrolls`} tabIndex={0} aria-label={caption}>
      <table className="lines" data-figures>
        <caption className={isBare ? 'visually-hidden' : undefined}>{caption}</caption>
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
        <tbody>
          {rows.map(({ key, head, cells, rest, isLeading }) => (
            <tr key={key} data-leading={isLeading || undefined}>
              <th scope="row">{head}</th>
              {cells.map((cell, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the columns do not move
                <td key={at}>{cell}</td>
              ))}
              {rest !== undefined && <td colSpan={header.length - 1 - cells.length}>{rest}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The table in a card, with a note below it. */
export function SeasonCard({ note, ...table }: SeasonTableProps & { note?: ReactNode }) {
  return (
    <Stack gap={3} data-roomy className="card">
      <SeasonTable {...table} />
      {note !== undefined && <p className="quiet">{note}</p>}
    </Stack>
  );
}

/** A fact beside a headline. */
export type SeasonFact = { readonly term: string; readonly text: string };

export type FactsProps = { facts: readonly SeasonFact[] };

/** Facts as pairs of a term and a text, side by side where there is room. */
export function Facts({ facts }: FactsProps) {
  return (
    <dl className={`grid text-sm ${styles.facts}`} data-gap="2 5" data-fill>
      {facts.map(({ term, text }) => (
        <div key={term}>
          <dt className="quiet-xs">{term}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
