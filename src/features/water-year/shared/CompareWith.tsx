import { useStore } from '@nanostores/react';
import type { ReadableAtom } from 'nanostores';
import { useEffect } from 'react';
import { MenuButton } from '#kits/ui/MenuButton.tsx';
import { ToggleList } from '#kits/ui/ToggleList.tsx';
import type { Analogs } from '#stores/analogs.ts';
import { compareGroups, describeCompareGroup, toggleGroup } from '#stores/compare-with.ts';
import { dataOf } from '#stores/queries.ts';

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
      <ToggleList
        items={groups.map((group) => ({
          label: describeCompareGroup(group),
          isOn: group.isChosen,
          onToggle: () => screen.compareWith(toggleGroup(chosen, group)),
        }))}
      />
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
