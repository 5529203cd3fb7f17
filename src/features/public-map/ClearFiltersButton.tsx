import { useStore } from '@nanostores/react';
import { Button } from '#kits/ui/index.ts';
import type { PublicMapScreen } from './screen.ts';
import { isFiltering } from './site-filters.ts';

/** Takes off every filter. It keeps the focus when there is nothing left to clear. */
export function ClearFiltersButton({ screen }: { screen: PublicMapScreen }) {
  const idle = !isFiltering(useStore(screen.$filters));
  return (
    <Button variant="link" aria-disabled={idle} onClick={() => !idle && screen.clearFilters()}>
      Clear all
    </Button>
  );
}
