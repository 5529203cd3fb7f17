import { useStore } from '@nanostores/react';
import { BasketButton } from '#kits/ui/BasketButton.tsx';
import { basket } from '#stores/basket.ts';
import { withoutPropagation } from './Panel.tsx';

type Props = { site: number; name: string };

/** Adds the site of a popup to the basket, or removes it. */
export function BasketAction({ site, name }: Props) {
  const { status, sites } = useStore(basket.$basket);
  return (
    <BasketButton
      name={name}
      isIn={sites.includes(site)}
      disabled={status === 'loading'}
      onToggle={withoutPropagation(() => basket.toggle(site))}
    />
  );
}
