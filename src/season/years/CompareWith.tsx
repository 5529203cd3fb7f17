import { useStore } from '@nanostores/react';
import type { ReadableAtom } from 'nanostores';
import { useEffect } from 'react';
import { MenuButton } from '#kits/ui/overlay/MenuButton.tsx';
import { ToggleList } from '#kits/ui/ToggleList.tsx';
import type { MoreYears } from './chart-years.ts';
import { type CompareOptions, compareMenu } from './compare-with.ts';

export type Comparable = {
  readonly $selection: ReadableAtom<{ readonly series: readonly string[] }>;
  readonly $series: ReadableAtom<readonly string[]>;
  readonly today: string;
  readonly moreYears: MoreYears;
  /** The page shows the sections about years. */
  readonly hasSections?: boolean;
  compareWith(names: readonly string[]): void;
};

/** Adds the years that a season is usually compared with to the chosen series, or removes them, by one click. */
export function CompareWith({ screen }: { screen: Comparable }) {
  const { today, moreYears, hasSections = false } = screen;
  const { series: chosen } = useStore(screen.$selection);
  const offered = useStore(screen.$series);
  return (
    <CompareMenu {...{ chosen, offered, today, moreYears, hasSections }} onChange={screen.compareWith} />
  );
}

type CompareMenuProps = Omit<CompareOptions, 'more' | 'droughtYears'> & {
  moreYears: MoreYears;
  hasSections?: boolean;
  onChange: (series: readonly string[]) => void;
};

/** The menu “Compare with” of series that are chosen. */
export function CompareMenu(props: CompareMenuProps) {
  return (
    <MenuButton label="Compare with" button="Compare with">
      <Groups {...props} />
    </MenuButton>
  );
}

function Groups({ moreYears, hasSections = false, onChange, ...options }: CompareMenuProps) {
  const found = useStore(moreYears.$found);
  useEffect(() => moreYears.load(), [moreYears]);
  const sections = hasSections ? moreYears.sections : [];
  return (
    <>
      <ToggleList items={compareMenu({ ...options, more: found }, onChange)} />
      {sections.length > 0 && <hr />}
      {sections.map(({ label, setIsOpen }) => (
        <button key={label} type="button" onClick={() => setIsOpen(true)}>
          {label}
        </button>
      ))}
      {found.map(({ label, missing }) =>
        missing === undefined ? null : (
          <p key={label} className="quiet-xs">
            {missing}
          </p>
        ),
      )}
    </>
  );
}
