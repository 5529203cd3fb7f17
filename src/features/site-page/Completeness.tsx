import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { SiteRecord } from '#contract/site-page.ts';
import { dayStates } from '#domain/completeness.ts';
import { describeInterval } from '#domain/freshness.ts';
import { Button } from '#kits/ui/index.ts';
import styles from './Completeness.module.css';
import { stateNames, type YearRow, yearRows } from './completeness-rows.ts';
import { StatePatterns, Swatch, YearBar } from './StateBars.tsx';
import type { SiteScreen } from './site-screen.ts';
import { YearDays } from './YearDays.tsx';

type Props = { screen: SiteScreen; record: SiteRecord };

/** Older years are folded at first. */
const yearsAtFirst = 10;

/** Which days of which years exist, before anybody plots them: one row for each water year, the newest first. */
export function Completeness({ screen, record }: Props) {
  const { year } = useStore(screen.$choice);
  const [isWhole, setWhole] = useState(false);
  if (!record.completeness) return null;
  const rows = yearRows(record.completeness);
  const shown = isWhole ? rows : rows.slice(0, yearsAtFirst);
  return (
    <section aria-labelledby="site-completeness" className={styles.completeness}>
      <StatePatterns />
      <h2 id="site-completeness">Completeness</h2>
      <p className={styles.note}>
        Days of each water year. {record.interval_days > 1 && sparseNote(record.interval_days)}
        Choose a year to see its days.
      </p>
      <ul className={styles.legend} aria-label="Legend">
        {dayStates.map((state) => (
          <li key={state}>
            <Swatch state={state} /> {stateNames[state]}
          </li>
        ))}
      </ul>
      {year !== undefined && <YearDays screen={screen} record={record} year={year} />}
      <table className={styles.table} aria-labelledby="site-completeness">
        <thead>
          <tr>
            <th scope="col">Year</th>
            <td className={styles.bar} />
            {dayStates.map((state) => (
              <th key={state} scope="col">
                <abbr title={stateNames[state]} aria-label={stateNames[state]}>
                  {stateNames[state].slice(0, 4)}
                  <span className={styles.restOfName}>{stateNames[state].slice(4)}</span>
                </abbr>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <Row
              key={row.year}
              row={row}
              isChosen={row.year === year}
              onChoose={() => screen.chooseYear(row.year === year ? undefined : row.year)}
            />
          ))}
        </tbody>
      </table>
      {rows.length > yearsAtFirst && (
        <Button aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? `Show the last ${yearsAtFirst} years` : `Show all ${rows.length} years`}
        </Button>
      )}
    </section>
  );
}

function sparseNote(interval: number): string {
  return `This record usually has a value ${describeInterval(interval)}, so that days between are missing. `;
}

type RowProps = { row: YearRow; isChosen: boolean; onChoose: () => void };

function Row({ row, isChosen, onChoose }: RowProps) {
  return (
    <tr data-chosen={isChosen || undefined}>
      <th scope="row">
        <Button
          variant="link"
          className={styles.year}
          aria-pressed={isChosen}
          aria-label={`Days of ${row.year}`}
          onClick={onChoose}
        >
          {row.year}
        </Button>
      </th>
      <td className={styles.bar}>
        <YearBar row={row} />
      </td>
      {dayStates.map((state) => (
        <td key={state} data-none={row[state] === 0 || undefined}>
          {row[state]}
        </td>
      ))}
    </tr>
  );
}
