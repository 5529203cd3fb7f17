import { lazyPart } from '#kits/ui/screen-parts.tsx';
import type { SiteActionProps } from '#stores/site-hooks.ts';
import { BasketButton } from '../screen/BasketButton.tsx';

export default lazyPart<SiteActionProps>(
  () => import('../screen/BasketAction.tsx').then((module) => module.BasketAction),
  ({ site }) => <BasketButton name={site.loc_name} isIn={false} disabled onToggle={() => {}} />,
);
