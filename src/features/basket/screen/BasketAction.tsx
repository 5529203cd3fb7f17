import { useStore } from '@nanostores/react';
import type { SiteActionProps } from '#stores/site-hooks.ts';
import { BasketButton } from './BasketButton.tsx';
import { basket } from './basket.ts';

/** Adds a site to the basket, or removes it. */
export function BasketAction({ site: { loc_ndx, loc_name } }: SiteActionProps) {
  const { status, sites } = useStore(basket.$basket);
  return (
    <BasketButton
      name={loc_name}
      isIn={sites.includes(loc_ndx)}
      disabled={status === 'loading'}
      onToggle={(event) => {
        // In a popup, the map would take it for a click on itself.
        event.stopPropagation();
        basket.toggle(loc_ndx);
      }}
    />
  );
}
