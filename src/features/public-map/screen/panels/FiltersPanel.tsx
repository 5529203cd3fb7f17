import { useStore } from '@nanostores/react';
import { type RefObject, useState } from 'react';
import { CheckList } from '#kits/ui/CheckList.tsx';
import { Disclosure } from '#kits/ui/Disclosure.tsx';
import { SkeletonLines } from '#kits/ui/index.ts';
import { PopoverPanel } from '#kits/ui/overlay/PopoverPanel.tsx';
import { type FilterGroupName, filterGroups } from '../map-choices.ts';
import styles from '../PublicMap.module.css';
import type { PublicMapScreen } from '../screen.ts';
import { filterGroupLabels } from '../site-filters.ts';
import { ClearFiltersButton } from './ClearFiltersButton.tsx';
import { Panel } from './Panel.tsx';

type Props = { screen: PublicMapScreen; onClose: () => void };

/** The six filter groups as a list, for screens too narrow for the filter bar. */
export function FiltersPanel({ screen, onClose }: Props) {
  const filters = useStore(screen.$filters);
  const sites = useStore(screen.$sites);
  const [open, setOpen] = useState<FilterGroupName | undefined>(undefined);
  return (
    <Panel
      side="left"
      title="Filters"
      note={`${sites.length} ${sites.length === 1 ? 'site' : 'sites'}`}
      onClose={onClose}
      action={<ClearFiltersButton screen={screen} />}
    >
      {filterGroups.map((group) => (
        <section key={group} className={styles.section}>
          <Disclosure
            open={open === group}
            onToggle={() => setOpen(open === group ? undefined : group)}
            label={
              <>
                {filterGroupLabels[group]}
                {filters[group].length > 0 && ` (${filters[group].length})`}
              </>
            }
          >
            {open === group && (
              <FilterOptions screen={screen} group={group} label={filterGroupLabels[group]} />
            )}
          </Disclosure>
        </section>
      ))}
    </Panel>
  );
}

type OptionsProps = { screen: PublicMapScreen; group: FilterGroupName; label: string };

function FilterOptions({ screen, group, label }: OptionsProps) {
  const options = useStore(screen.data.$options);
  const { counts } = useStore(screen.$filtered);
  const chosen = useStore(screen.$filters)[group];
  if (!options) return <SkeletonLines count={6} label={`Loading ${label}`} />;
  const listed = options[group].map(({ value, display }) => ({
    value,
    label: display,
    count: counts[group].get(value) ?? 0,
  }));
  // A link may contain a value that no longer exists: it is listed so that it can be removed.
  const unlisted = chosen.filter((value) => !listed.some((option) => option.value === value));
  return (
    <CheckList
      label={label}
      options={[...listed, ...unlisted.map((value) => ({ value, label: value, count: 0 }))]}
      chosen={chosen}
      onChange={(values) => screen.setFilter(group, values)}
    />
  );
}

type PopoverProps = {
  screen: PublicMapScreen;
  group: FilterGroupName;
  label: string;
  anchor: RefObject<HTMLElement | null>;
  onClose: () => void;
};

/** The options of a filter group, at its button in the filter bar. */
export function FilterPopover({ screen, group, label, anchor, onClose }: PopoverProps) {
  return (
    <PopoverPanel label={label} anchor={anchor} onClose={onClose}>
      <FilterOptions screen={screen} group={group} label={label} />
    </PopoverPanel>
  );
}
