import { useStore } from '@nanostores/react';
import { ListPlus } from 'lucide-react';
import { Button, VisuallyHidden } from '#kits/ui/index.ts';
import type { TimeSeriesAxisAction } from '../../time-series/index.ts';
import { basket } from '../screen/basket.ts';
import { chooseBasket } from '../screen/choose-basket.ts';

/** Chooses the sites of the basket for an axis; nothing while the basket is empty. */
const BasketChoiceButton: TimeSeriesAxisAction = ({ screen, side }) => {
  const { sites } = useStore(basket.$basket);
  const isReady = useStore(screen.$ready);
  if (sites.length === 0) return null;
  return (
    <Button
      variant="quiet"
      disabled={!isReady}
      onClick={() => screen.choose((selection, locations) => chooseBasket(selection, side, sites, locations))}
    >
      <ListPlus size={16} aria-hidden="true" /> Choose my basket ({sites.length})
      <VisuallyHidden> for the {side} axis</VisuallyHidden>
    </Button>
  );
};

export default BasketChoiceButton;
