import type { ReachGainToDate } from '#contract/water-year.ts';
import type { YearKind } from '#domain/season.ts';
import { describeToDate, nameToDate } from '#downloads/gains-text.ts';
import styles from './SeasonToDate.module.css';

type SeasonToDateProps = { toDate: readonly ReachGainToDate[]; year: YearKind };

/** The latest season and year to date, against the same dates of other years. */
export function SeasonToDate({ toDate, year }: SeasonToDateProps) {
  if (toDate.length === 0) return null;
  return (
    <>
      <h2>Season to Date</h2>
      <dl className={styles.gains}>
        {toDate.map((each) => {
          const { dates, gain, comparison } = describeToDate(each);
          return (
            <div key={each.month_abbrev}>
              <dt>
                {nameToDate(each, year)} <span>({dates})</span>
              </dt>
              <dd>
                <strong>{gain}</strong> <span>{comparison}.</span>
              </dd>
            </div>
          );
        })}
      </dl>
    </>
  );
}
