import { useStore } from '@nanostores/react';
import type { ReadableAtom } from 'nanostores';
import { useEffect } from 'react';
import { MenuButton } from '#kits/ui/overlay/MenuButton.tsx';
import { ToggleList } from '#kits/ui/ToggleList.tsx';
import type { Analogs } from '#stores/analogs.ts';
import { compareMenu } from './compare-with.ts';

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
  const { entries, missing } = compareMenu(state, { chosen, offered, today }, screen.compareWith);
  return (
    <>
      <ToggleList items={entries} />
      {hasAnalogYears && (
        <>
          <hr />
          <button type="button" onClick={() => analogs.setView({ isOpen: true })}>
            Years like this one
          </button>
        </>
      )}
      {missing !== undefined && <p className="quiet-xs">{missing}</p>}
    </>
  );
}
