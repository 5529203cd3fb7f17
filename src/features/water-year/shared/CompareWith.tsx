import { useStore } from '@nanostores/react';
import type { ReadableAtom } from 'nanostores';
import { useEffect } from 'react';
import { MenuButton } from '#kits/ui/MenuButton.tsx';
import { dataOf } from '#stores/queries.ts';
import type { Analogs } from './analogs.ts';
import { compareGroups, toggleGroup } from './compare-with.ts';

export type Comparable = {
  readonly $selection: ReadableAtom<{ readonly series: readonly string[] }>;
  readonly $series: ReadableAtom<readonly string[]>;
  readonly today: string;
  readonly analogs: Analogs;
  /** The page shows the years like this one. */
  readonly hasAnalogYears?: boolean;
  compareWith(names: readonly string[]): void;
};

/** Adds the years that a season is usually compared with to the chosen series, or removes them, by one click. */
export function CompareWith({ screen }: { screen: Comparable }) {
  return (
    <MenuButton label="Compare with" button="Compare with">
      <Groups screen={screen} />
    </MenuButton>
  );
}

function Groups({ screen }: { screen: Comparable }) {
  const { analogs, today, hasAnalogYears = false } = screen;
  const { series: chosen } = useStore(screen.$selection);
  const offered = useStore(screen.$series);
  const state = useStore(analogs.query.$state);
  useEffect(() => analogs.load(), [analogs]);
  const nearest = dataOf(state)?.nearest.map(({ year }) => year);
  const groups = compareGroups({ chosen, offered, today, analogs: nearest });
  return (
    <>
      {groups.map((group) => (
        <button
          key={group.label}
          type="button"
          aria-pressed={group.isChosen}
          onClick={() => screen.compareWith(toggleGroup(chosen, group))}
        >
          {group.label === group.series[0] ? group.label : `${group.label}: ${group.series.join(', ')}`}
          {group.isChosen && <span aria-hidden="true">✓</span>}
        </button>
      ))}
      {hasAnalogYears && (
        <>
          <hr />
          <button type="button" onClick={() => analogs.setView({ isOpen: true })}>
            Years like this one
          </button>
        </>
      )}
      {nearest === undefined && (
        <p className="quiet-xs">
          {'error' in state ? 'The analog years could not be loaded.' : 'Loading the analog years…'}
        </p>
      )}
    </>
  );
}
