import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { SiteRecord } from '#contract/site-page.ts';
import { leapDayOrder, monthsOf } from '#domain/season.ts';
import { Button, Disclosure, Notice, SkeletonLines } from '#kits/ui/index.ts';
import { countOf } from '#lib/count-text.ts';
import styles from './Completeness.module.css';
import { type DayRun, dayRuns, describeRun } from './completeness-rows.ts';
import { DayStrip } from './StateBars.tsx';
import type { SiteScreen } from './site-screen.ts';

type Props = { screen: SiteScreen; record: SiteRecord; year: number };

/** The days of the chosen water year. */
export function YearDays({ screen, record, year }: Props) {
  const state = useStore(screen.days.$state);
  return (
    <section className={styles.days} aria-labelledby="site-days">
      <div className={styles.daysHead}>
        <h3 id="site-days">Days of water year {year}</h3>
        <Button onClick={() => screen.chooseYear(undefined)}>Close</Button>
      </div>
      <Days
        letters={
          'data' in state && state.data.year === year ? lettersOf(state.data.records, record) : undefined
        }
        error={state.status === 'failed' ? state.error.message : undefined}
        onRetry={() => void screen.days.retry()}
        year={year}
      />
    </section>
  );
}

type DaysProps = {
  letters: string | undefined;
  error: string | undefined;
  onRetry: () => void;
  year: number;
};

function Days({ letters, error, onRetry, year }: DaysProps) {
  const [isListed, setListed] = useState(false);
  if (error !== undefined) {
    return (
      <Notice severity="error" action={<Button onClick={onRetry}>Try again</Button>}>
        The days could not be loaded. {error}
      </Notice>
    );
  }
  if (letters === undefined) return <SkeletonLines count={2} label="Loading the days" />;
  const runs = dayRuns(letters, leapDayOrder('water'));
  if (runs.length === 0) {
    return <p className={styles.note}>The record has no days in water year {year}.</p>;
  }
  return (
    <>
      <DayStrip runs={runs} label={stripLabel(runs, year)} />
      <p className={styles.months} aria-hidden="true">
        {monthsOf('water').map((month) => (
          <span key={month}>{month}</span>
        ))}
      </p>
      <Disclosure
        label={`List of the days (${countOf(runs.length, 'period')})`}
        open={isListed}
        onToggle={() => setListed(!isListed)}
      >
        <ul className={styles.runs}>
          {runs.map((run) => (
            <li key={run.first}>{describeRun(run, year)}</li>
          ))}
        </ul>
      </Disclosure>
    </>
  );
}

function lettersOf(records: readonly SiteRecord[], { parameter_ndx }: SiteRecord): string {
  return records.find((each) => each.parameter_ndx === parameter_ndx)?.days ?? '';
}

/** Few periods are read out; many are in the list. */
const maxPeriodsRead = 6;

function stripLabel(runs: readonly DayRun[], year: number): string {
  const start = `Days of water year ${year}`;
  if (runs.length > maxPeriodsRead) return `${start}: ${runs.length} periods, listed below`;
  return `${start}. ${runs.map((run) => describeRun(run, year)).join('. ')}`;
}
