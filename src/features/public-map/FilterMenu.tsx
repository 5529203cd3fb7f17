import { useStore } from '@nanostores/react';
import { ChevronDown } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '#kits/ui/index.ts';
import { lazyPart } from '#kits/ui/lazy-part.tsx';
import styles from './FilterBar.module.css';
import type { FilterGroupName } from './map-address.ts';
import type { PublicMapScreen } from './screen.ts';

const loadPopover = () => import('./FilterPopover.tsx');
const FilterPopover = lazyPart(() => loadPopover().then((module) => module.FilterPopover));

type Props = { screen: PublicMapScreen; group: FilterGroupName; label: string };

export function FilterMenu({ screen, group, label }: Props) {
  const chosen = useStore(screen.$filters)[group].length;
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button
        ref={button}
        aria-expanded={open}
        aria-haspopup="dialog"
        onPointerEnter={() => void loadPopover()}
        onFocus={() => void loadPopover()}
        onClick={() => setOpen(!open)}
      >
        {label}
        {chosen > 0 && <span className={styles.badge}>{chosen}</span>}
        <ChevronDown size={14} aria-hidden="true" />
      </Button>
      {open && (
        <FilterPopover
          screen={screen}
          group={group}
          label={label}
          anchor={button}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
