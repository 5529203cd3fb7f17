import { useStore } from '@nanostores/react';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useMemo } from 'react';
import { pumpingMethods } from '#domain/production-month/cells.ts';
import { shiftMonth } from '#domain/production-month/day.ts';
import { SelectField } from '#kits/form/Field.tsx';
import { Button } from '#kits/ui/index.ts';
import { todayInBasin } from '#lib/calendar.ts';
import { $lookups } from '#stores/lookups.ts';
import { openConfirm } from '../confirm.ts';
import styles from './MonthEntry.module.css';
import { formatMonth } from './month-labels.ts';
import type { MonthScreen } from './month-screen.ts';
import type { Place } from './month-state.ts';

/** Well, month and method. A change asks before it leaves unsaved cells. */
export function PlaceBar({ screen }: { screen: MonthScreen }) {
  const { well, month } = useStore(screen.$place);
  const method = useStore(screen.$method);
  const { wells = [] } = useStore($lookups);
  const thisMonth = todayInBasin(new Date()).slice(0, 7);
  const months = useMemo(() => {
    const recent = Array.from({ length: 36 }, (_, index) => shiftMonth(thisMonth, -index));
    return [...new Set([...recent, month])].toSorted().reverse();
  }, [thisMonth, month]);
  const isListed = wells.some(({ value }) => value === well);

  function choose(place: Partial<Place>): void {
    if (screen.$changed.get().length === 0) {
      screen.choose(place);
      return;
    }
    openConfirm('UNSAVED', { what: `the entries of ${formatMonth(month)}` }, () => {
      screen.discard();
      screen.choose(place);
    });
  }

  return (
    <div className={styles.bar}>
      <div className={styles.well}>
        <SelectField
          label="Well"
          value={well}
          choices={[
            ...(well === '' ? [{ value: '', label: 'Choose a well' }] : []),
            ...(well !== '' && !isListed ? [{ value: well, label: well }] : []),
            ...wells,
          ]}
          onChange={(next) => choose({ well: next })}
        />
      </div>
      <div className={styles.month}>
        <Button icon aria-label="Earlier month" onClick={() => choose({ month: shiftMonth(month, -1) })}>
          <ChevronLeft size={18} aria-hidden="true" />
        </Button>
        <SelectField
          label="Month"
          value={month}
          choices={months.map((value) => ({ value, label: formatMonth(value) }))}
          onChange={(next) => choose({ month: next })}
        />
        <Button
          icon
          aria-label="Later month"
          disabled={month >= thisMonth}
          onClick={() => choose({ month: shiftMonth(month, 1) })}
        >
          <ChevronRight size={18} aria-hidden="true" />
        </Button>
      </div>
      <div className={styles.method}>
        <SelectField
          label="Method of new days"
          value={method}
          choices={pumpingMethods.map((value) => ({ value, label: value }))}
          onChange={(next) => screen.$method.set(next)}
        />
      </div>
    </div>
  );
}
