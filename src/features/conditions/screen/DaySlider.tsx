import { useStore } from '@nanostores/react';
import { Pause, Play } from 'lucide-react';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { Button } from '#kits/ui/index.ts';
import { useMediaQuery } from '#kits/ui/screen-parts.tsx';
import { addDays, dayNumber, formatDay } from '#lib/calendar.ts';
import { formatLongDay, monthNames } from '#lib/calendar-names.ts';
import type { DayHost } from '../../public-map/index.ts';
import { addMonths, firstDay, sliderRange, waterYearOf } from './conditions.ts';
import styles from './DaySlider.module.css';
import type { Seasons } from './seasons.ts';

/** Eight days a second. */
const playStepMs = 125;

type Props = { host: DayHost; seasons: Seasons };

/** The day whose conditions the map and the list show, under the map. */
export function DaySlider({ host, seasons }: Props) {
  const on = useStore(host.$on);
  const today = host.today();
  const day = on || today;
  const { first, last } = sliderRange(on, today);
  const [isPlaying, setPlaying] = useState(false);
  const isStill = useMediaQuery('(prefers-reduced-motion: reduce)');
  const season = useStore(seasons.$state);
  const isPaused = isStill || season.status === 'loading' || season.status === 'failed';

  useEffect(() => {
    if (!isPlaying || isPaused) return;
    const timer = setTimeout(() => {
      if (day >= last) setPlaying(false);
      else host.setOn(addDays(day, 1));
    }, playStepMs);
    return () => clearTimeout(timer);
  }, [isPlaying, isPaused, day, last, host]);

  function show(next: string): void {
    setPlaying(false);
    host.setOn(next);
  }

  function play(): void {
    if (!isPlaying && day >= last) host.setOn(first);
    setPlaying(!isPlaying);
  }

  return (
    <section
      className={`${styles.slider} relative rigid surface ruled-above`}
      aria-label="Day"
      data-beneath-map
    >
      {!isStill && (
        <Button icon aria-label={isPlaying ? 'Pause' : 'Play the season'} onClick={play}>
          {isPlaying ? <Pause size={18} aria-hidden="true" /> : <Play size={18} aria-hidden="true" />}
        </Button>
      )}
      <div className={`${styles.day} tight`}>
        <strong>{formatLongDay(day)}</strong>
        <YearSelect day={day} today={today} onChange={show} />
      </div>
      <div className={`${styles.track} grow`}>
        <input
          type="range"
          aria-label="Day of the conditions"
          aria-valuetext={on === '' ? `${formatLongDay(day)}, the latest` : formatLongDay(day)}
          min={dayNumber(first)}
          max={dayNumber(last)}
          value={dayNumber(day)}
          onChange={({ target }) => show(formatDay(Number(target.value)))}
          onKeyDown={(event) => moveByMonth(event, day, show)}
          onFocus={host.prepareDays}
          onPointerEnter={host.prepareDays}
        />
        <Months first={first} last={last} />
      </div>
      <SeasonState host={host} seasons={seasons} />
    </section>
  );
}

/** The arrow keys, Home and End are those of the range itself, whose steps of a tenth are of no use here. */
function moveByMonth(event: KeyboardEvent, day: string, show: (next: string) => void): void {
  const count = { PageUp: 1, PageDown: -1 }[event.key];
  if (count === undefined) return;
  event.preventDefault();
  show(addMonths(day, count));
}

type YearProps = { day: string; today: string; onChange: (day: string) => void };

function YearSelect({ day, today, onChange }: YearProps) {
  const [running, oldest] = [waterYearOf(today), waterYearOf(firstDay)];
  const year = waterYearOf(day);
  return (
    <select
      className={`${styles.year} quiet-xs full-width`}
      aria-label="Water year"
      value={year}
      onChange={({ target }) => {
        const next = Number(target.value);
        onChange(next === running ? today : addMonths(day, 12 * (next - year)));
      }}
    >
      {Array.from({ length: running - oldest + 1 }, (_, at) => running - at).map((each) => (
        <option key={each} value={each}>
          Water year {each}
        </option>
      ))}
    </select>
  );
}

/** Names the months under the range, at their first days. */
function Months({ first, last }: { first: string; last: string }) {
  const [start, end] = [dayNumber(first), dayNumber(last)];
  const months: string[] = [];
  for (let day = first; day <= last; day = addMonths(day, 1)) months.push(day);
  return (
    <div className={`${styles.months} quiet-xs relative clip`} aria-hidden="true">
      {months.map((day, at) => (
        <span key={day} style={{ left: `${(100 * (dayNumber(day) - start)) / Math.max(1, end - start)}%` }}>
          {monthNames[Number(day.slice(5, 7)) - 1]?.slice(0, 3)}
          {(at === 0 || day.slice(5, 7) === '01') && <small className="on-large"> ’{day.slice(2, 4)}</small>}
        </span>
      ))}
    </div>
  );
}

/** Says that the days of a year are loading, or why they are not there. */
function SeasonState({ host, seasons }: Props) {
  const state = useStore(seasons.$state);
  const on = useStore(host.$on);
  const isMissing = on !== '' && state.status !== 'idle' && state.selection === waterYearOf(on);
  return (
    <p className={`${styles.state} text-sm surface`} role="status">
      {isMissing && state.status === 'loading' && `Loading water year ${state.selection}…`}
      {isMissing && state.status === 'failed' && (
        <>
          Water year {state.selection} could not be loaded. {state.error.message}{' '}
          <Button variant="quiet" onClick={() => void seasons.retry()}>
            Try again
          </Button>
        </>
      )}
    </p>
  );
}

/** The five classes from dry to wet, where there is no room for the whole legend. */
export function ConditionKey() {
  return (
    <p className={`${styles.key} quiet-xs tight rigid text-center ruled-above`} data-beneath-map>
      <span className="visually-hidden">Percentile of the date, from dry to wet: </span>
      {['dry', '10', '25', 'normal', '75', '90', 'wet'].map((label) => (
        <span key={label}>{label}</span>
      ))}
    </p>
  );
}
