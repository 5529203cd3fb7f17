import type { RefObject } from 'react';
import { PopoverPanel } from '#kits/ui/PopoverPanel.tsx';
import { FilterOptions } from './FilterOptions.tsx';
import type { FilterGroupName } from './map-address.ts';
import type { PublicMapScreen } from './screen.ts';

type Props = {
  screen: PublicMapScreen;
  group: FilterGroupName;
  label: string;
  anchor: RefObject<HTMLElement | null>;
  onClose: () => void;
};

/** The options of a filter group, at its button in the filter bar. */
export function FilterPopover({ screen, group, label, anchor, onClose }: Props) {
  return (
    <PopoverPanel label={label} anchor={anchor} onClose={onClose}>
      <FilterOptions screen={screen} group={group} label={label} />
    </PopoverPanel>
  );
}
