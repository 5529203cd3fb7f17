import { useStore } from '@nanostores/react';
import { Button } from '#kits/ui/index.ts';
import type { PublicMapScreen } from '../screen.ts';
import { isFiltering } from '../site-filters.ts';

/** Clears all filters. Uses `aria-disabled`, so that it does not lose the focus when there is nothing to clear. */
export function ClearFiltersButton({ screen }: { screen: PublicMapScreen }) {
  const idle = !isFiltering(useStore(screen.$filters));
  return (
    <Button variant="link" aria-disabled={idle} onClick={() => !idle && screen.clearFilters()}>
      Clear all
    </Button>
  );
}
