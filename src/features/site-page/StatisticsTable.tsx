import { computationLink } from '#config/computation-page.ts';
import type { SiteRecord } from '#contract/site-page.ts';
import { minYearsForMedian, minYearsOfHalf, normalPeriod } from '#domain/statistics.ts';
import { statisticsBasis, statisticsRows, statisticsTitle } from './record-text.ts';
import styles from './SitePage.module.css';

/** What the day of the latest value usually has, and the number of years that say so. */
export function StatisticsTable({ record: { statistics, latest, units_name } }: { record: SiteRecord }) {
  if (!statistics || !latest) {
    return (
      <section aria-labelledby="site-statistics">
        <h2 id="site-statistics">Statistics of the date</h2>
        <p className={styles.note}>
          There are none: they need values of the date in {minYearsForMedian} years from {normalPeriod.from}{' '}
          to {normalPeriod.to}, {minYearsOfHalf} in each half.
        </p>
      </section>
    );
  }
  return (
    <section aria-labelledby="site-statistics">
      <h2 id="site-statistics">{statisticsTitle(statistics, latest.rdate)}</h2>
      <p className={styles.note}>
        {statisticsBasis(statistics)}.{' '}
        <a
          href={computationLink(
            statistics.period === 'month' ? 'monthly-statistics-of-wells' : 'statistics-of-a-day',
          )}
        >
          How they are computed
        </a>
      </p>
      <table className={styles.table} aria-labelledby="site-statistics">
        <thead>
          <tr>
            <th scope="col">Statistic</th>
            <th scope="col">Value</th>
          </tr>
        </thead>
        <tbody>
          {statisticsRows(statistics, units_name).map(([name, value]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
