import { useStore } from '@nanostores/react';
import { ListPlus } from 'lucide-react';
import type { Side } from '#domain/time-series/selection.ts';
import { Button, VisuallyHidden } from '#kits/ui/index.ts';
import { basket } from '#stores/basket.ts';
import type { TimeSeriesScreen } from './screen.ts';

/** Chooses the sites of the basket for an axis; nothing while the basket is empty. */
export function BasketChoiceButton({ screen, side }: { screen: TimeSeriesScreen; side: Side }) {
  const { sites } = useStore(basket.$basket);
  const isReady = useStore(screen.$stage) === 'ready';
  if (sites.length === 0) return null;
  return (
    <Button variant="quiet" disabled={!isReady} onClick={() => screen.chooseBasket(side, sites)}>
      <ListPlus size={16} aria-hidden="true" /> Choose my basket ({sites.length})
      <VisuallyHidden> for the {side} axis</VisuallyHidden>
    </Button>
  );
}
