import type { SiteRowActions } from '#stores/site-hooks.ts';
import { basket } from '../screen/basket.ts';

export default {
  about: 'into your basket',
  $changes: basket.$basket,
  actionsOf({ loc_ndx, loc_name }) {
    const { status, sites } = basket.$basket.get();
    if (status === 'loading') return [];
    return sites.includes(loc_ndx)
      ? [
          {
            icon: 'remove',
            label: `Remove ${loc_name} from the basket`,
            onPress: () => basket.remove(loc_ndx),
          },
        ]
      : [{ icon: 'add', label: `Add ${loc_name} to the basket`, onPress: () => basket.add(loc_ndx) }];
  },
} satisfies SiteRowActions;
