import { useScreen } from '#kits/ui/use-screen.ts';
import { createAddress } from '#stores/address.ts';
import { createListScreen, type ListScreen, type ListSettings } from './list-screen.ts';

/** Creates and starts the list of a model's records on this page. */
export function useListScreen(
  create: () => Pick<ListSettings, 'model' | 'actions' | 'columnOptions'>,
): ListScreen {
  return useScreen(() =>
    createListScreen({
      ...create(),
      address: createAddress(),
      isNarrow: matchMedia('(width < 640px)').matches,
    }),
  );
}
