import type { StandingRecord } from '#contract/water-year.ts';
import type { SeasonSelection } from '#domain/season-selection.ts';
import styles from './Standing.module.css';
import { describeStanding } from './standing-text.ts';

type StandingProps = {
  standing: StandingRecord;
  selection: Pick<SeasonSelection, 'measure' | 'year'>;
  today: string;
};

/** The sentence above a chart: the latest value, larger, and where it stands. */
export function Standing({ standing, selection: { measure, year }, today }: StandingProps) {
  const { lead, rest } = describeStanding(standing, { measure, year, today });
  return (
    <p className={styles.standing}>
      {lead && <strong>{lead}</strong>}
      {rest}
    </p>
  );
}
