import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { describeInterval } from '#domain/freshness.ts';
import { dayOfOrder, leapDayOrder, monthsOf } from '#domain/season/season.ts';
import { type DayState, dayLetters, dayStates } from '#domain/statistics/completeness.ts';
import { Disclosure } from '#kits/ui/Disclosure.tsx';
import { Button, Notice, SkeletonLines } from '#kits/ui/index.ts';
import { Card, Row, Stack } from '#kits/ui/Layout.tsx';
import { formatDay, formatUsDate } from '#lib/calendar.ts';
import { countOf } from '#lib/count-text.ts';
import type { SiteCompleteness, SiteRecord } from '../contract.ts';
import styles from './SitePage.module.css';
import type { SiteScreen } from './site-screen.ts';

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
    <Stack gap={2}>
      <StatePatterns />
      <p className="quiet">
        Days of each water year. {record.interval_days > 1 && sparseNote(record.interval_days)}
        Choose a year to see its days.
      </p>
      <Row as="ul" gap={1} className={styles.legend} aria-label="Legend">
        {dayStates.map((state) => (
          <li key={state}>
            <Strip parts={[partOf(state, 0, 366)]} /> {stateNames[state]}
          </li>
        ))}
      </Row>
      {year !== undefined && <YearDays screen={screen} record={record} year={year} />}
      <table className={`full-width text-sm ${styles.table}`} aria-label="Completeness">
        <thead>
          <tr>
            <th scope="col">Year</th>
            <td className={styles.bar} />
            {dayStates.map((state) => (
              <th key={state} scope="col">
                <abbr title={stateNames[state]} aria-label={stateNames[state]}>
                  {stateNames[state].slice(0, 4)}
                  <span className="on-large">{stateNames[state].slice(4)}</span>
                </abbr>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <YearCells
              key={row.year}
              row={row}
              isChosen={row.year === year}
              onChoose={() => screen.choose({ year: row.year === year ? undefined : row.year })}
            />
          ))}
        </tbody>
      </table>
      {rows.length > yearsAtFirst && (
        <Button aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? `Show the last ${yearsAtFirst} years` : `Show all ${rows.length} years`}
        </Button>
      )}
    </Stack>
  );
}

function sparseNote(interval: number): string {
  return `This record usually has a value ${describeInterval(interval)}, so that days between are missing. `;
}

type CellsProps = { row: YearRow; isChosen: boolean; onChoose: () => void };

function YearCells({ row, isChosen, onChoose }: CellsProps) {
  return (
    <tr data-chosen={isChosen || undefined}>
      <th scope="row">
        <Button variant="link" aria-pressed={isChosen} aria-label={`Days of ${row.year}`} onClick={onChoose}>
          {row.year}
        </Button>
      </th>
      <td className={styles.bar}>
        <Strip parts={barParts(row)} />
      </td>
      {dayStates.map((state) => (
        <td key={state}>{row[state]}</td>
      ))}
    </tr>
  );
}

type YearProps = Props & { year: number };

/** The days of the chosen water year. */
function YearDays({ screen, record, year }: YearProps) {
  const state = useStore(screen.days.$state);
  const [isListed, setListed] = useState(false);
  const isLoaded = 'data' in state && state.data.year === year;
  const runs = isLoaded ? dayRuns(lettersOf(state.data.records, record), leapDayOrder('water')) : [];
  return (
    <Card as="section" className={styles.days} aria-labelledby="site-days">
      <Row data-spread>
        <h3 id="site-days">Days of water year {year}</h3>
        <Button onClick={() => screen.choose({ year: undefined })}>Close</Button>
      </Row>
      {state.status === 'failed' ? (
        <Notice severity="error" action={<Button onClick={() => void screen.days.retry()}>Try again</Button>}>
          The days could not be loaded. {state.error.message}
        </Notice>
      ) : !isLoaded ? (
        <SkeletonLines count={2} label="Loading the days" />
      ) : runs.length === 0 ? (
        <p className="quiet">The record has no days in water year {year}.</p>
      ) : (
        <>
          <Strip
            parts={runs.map(({ state: of, first, last }) => partOf(of, first - 1, last - first + 1))}
            label={stripLabel(runs, year)}
          />
          <p className={`quiet ${styles.months}`} aria-hidden="true">
            {monthsOf('water').map((month) => (
              <span key={month}>{month}</span>
            ))}
          </p>
          <Disclosure
            label={`List of the days (${countOf(runs.length, 'period')})`}
            open={isListed}
            onToggle={() => setListed(!isListed)}
          >
            <ul className={`quiet ${styles.runs}`}>
              {runs.map((run) => (
                <li key={run.first}>{describeRun(run, year)}</li>
              ))}
            </ul>
          </Disclosure>
        </>
      )}
    </Card>
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

/** The patterns by which states differ without color; once on a page. */
function StatePatterns() {
  return (
    <svg className="visually-hidden" aria-hidden="true">
      <defs>
        <pattern id="days-provisional" width="6" height="6" patternUnits="userSpaceOnUse">
          <rect width="6" height="6" fill="var(--color-accent-soft)" />
          <path stroke="var(--color-accent)" strokeWidth="1.5" d="M0 6L6 0M-1 1L1 -1M5 7L7 5" />
        </pattern>
        <pattern id="days-flagged" width="5" height="5" patternUnits="userSpaceOnUse">
          <rect width="5" height="5" fill="var(--color-danger-soft)" />
          <path stroke="var(--color-danger)" strokeWidth="1.2" d="M0 0L5 5M5 0L0 5" />
        </pattern>
        <pattern id="days-missing" width="5" height="5" patternUnits="userSpaceOnUse">
          <rect width="5" height="5" fill="var(--color-sunken)" />
          <circle fill="var(--color-line-strong)" cx="2.5" cy="2.5" r="0.9" />
        </pattern>
      </defs>
    </svg>
  );
}

const fills: Readonly<Record<DayState, string>> = {
  approved: 'var(--color-accent)',
  provisional: 'url(#days-provisional)',
  flagged: 'url(#days-flagged)',
  missing: 'url(#days-missing)',
};

/** A piece of a strip, in percent of its width. */
type StripPart = { readonly state: DayState; readonly from: number; readonly width: number };

/** The piece of some days of a year, which is as wide as 366. */
function partOf(state: DayState, from: number, days: number): StripPart {
  return { state, from: (from / 366) * 100, width: (days / 366) * 100 };
}

/** Days in their states. Without a label, what stands beside them says the same. */
function Strip({ parts, label }: { parts: readonly StripPart[]; label?: string }) {
  return (
    <svg
      className={`${styles.strip} full-width ground`}
      role={label && 'img'}
      aria-label={label}
      aria-hidden={!label || undefined}
    >
      {parts.map(({ state, from, width }) => (
        <rect key={from} x={`${from}%`} width={`${width}%`} height="100%" fill={fills[state]} />
      ))}
    </svg>
  );
}

/** The days of a water year in each state. */
type YearRow = { readonly year: number } & Readonly<Record<DayState, number>>;

/** The years of a record, the newest first. */
export function yearRows({ first_year, ...counts }: SiteCompleteness): readonly YearRow[] {
  return counts.missing
    .map((missing, at): YearRow => {
      const { approved, provisional, flagged } = counts;
      return {
        year: first_year + at,
        approved: approved[at] ?? 0,
        provisional: provisional[at] ?? 0,
        flagged: flagged[at] ?? 0,
        missing,
      };
    })
    .toReversed();
}

/** The pieces of a year's bar: a part of a year has a part of the width. */
export function barParts(row: YearRow): readonly StripPart[] {
  let from = 0;
  return dayStates.flatMap((state): StripPart[] => {
    const part = partOf(state, from, row[state]);
    from += row[state];
    return part.width === 0 ? [] : [part];
  });
}

/** Days in one state that follow each other; `first` and `last` are orders in the year, 1 to 366. */
type DayRun = { readonly state: DayState; readonly first: number; readonly last: number };

const stateOfLetter = new Map(dayStates.map((state) => [dayLetters[state], state]));

/** Reads the 366 letters of a year. February 29, which some years lack, does not divide a run. */
export function dayRuns(letters: string, leapOrder: number): readonly DayRun[] {
  const runs: { state: DayState; first: number; last: number }[] = [];
  for (const [at, letter] of [...letters].entries()) {
    const state = stateOfLetter.get(letter);
    if (!state) continue;
    const run = runs.at(-1);
    const follows = run && (run.last === at || (run.last === at - 1 && at === leapOrder));
    if (run && follows && run.state === state) run.last = at + 1;
    else runs.push({ state, first: at + 1, last: at + 1 });
  }
  return runs;
}

/** `Missing: 11/03/2020 to 11/05/2020` or of one day `Flagged: 12/24/2020` */
export function describeRun({ state, first, last }: DayRun, year: number): string {
  const dateOf = (order: number) => formatUsDate(formatDay(dayOfOrder(order, year, 'water')));
  const dates = first === last ? dateOf(first) : `${dateOf(first)} to ${dateOf(last)}`;
  return `${stateNames[state]}: ${dates}`;
}

const stateNames: Readonly<Record<DayState, string>> = {
  approved: 'Approved',
  provisional: 'Provisional',
  flagged: 'Flagged',
  missing: 'Missing',
};
