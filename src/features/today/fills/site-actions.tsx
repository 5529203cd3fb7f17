import { BasketButton } from '#kits/ui/BasketButton.tsx';
import { lazyPart } from '#kits/ui/screen-parts.tsx';
import type { SiteActionProps } from '#stores/site-hooks.ts';

export default lazyPart<SiteActionProps>(
  () => import('../basket/BasketAction.tsx').then((module) => module.BasketAction),
  ({ site }) => <BasketButton name={site.loc_name} isIn={false} disabled onToggle={() => {}} />,
);
