import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { Disclosure } from '#kits/ui/index.ts';
import { ClearFiltersButton } from './ClearFiltersButton.tsx';
import { FilterOptions } from './FilterOptions.tsx';
import { filterGroupLabels } from './filter-labels.ts';
import { type FilterGroupName, filterGroups } from './map-address.ts';
import styles from './Panel.module.css';
import { Panel } from './Panel.tsx';
import type { PublicMapScreen } from './screen.ts';

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
