import { useStore } from '@nanostores/react';
import { Button, Notice } from '#kits/ui/index.ts';
import type { SeasonScreen } from '#stores/season-screen.ts';

/** The lists that could not be had, each with a way to ask again. */
export function Faults({ screen }: { screen: Pick<SeasonScreen<unknown>, '$faults'> }) {
  const faults = useStore(screen.$faults);
  return faults.map(({ what, message, retry }) => (
    <Notice key={what} severity="error" action={<Button onClick={retry}>Try again</Button>}>
      {what} could not be loaded. {message}
    </Notice>
  ));
}
