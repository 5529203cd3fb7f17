import { useStore } from '@nanostores/react';
import { X } from 'lucide-react';
import { Button, VisuallyHidden } from '#kits/ui/index.ts';
import type { TimeSeriesScreen } from './screen.ts';

const maxNames = 2;

/** Says where HUC8s hide sites, beside what they are hidden from, and shows all again. */
export function HucFilterNote({ screen, of }: { screen: TimeSeriesScreen; of: string }) {
  const { huc8s: chosen } = useStore(screen.$selection);
  const { huc8s } = useStore(screen.lists.$lists);
  if (chosen.length === 0 || !huc8s) return null;
  const names = huc8s.filter(({ huc8_ndx }) => chosen.includes(huc8_ndx)).map(({ huc8 }) => huc8);
  const others = names.length - maxNames;
  return (
    <div>
      <Button
        variant="quiet"
        title="Shows the sites of all HUC8s, and clears both axes"
        onClick={() => screen.setHuc8s([])}
      >
        filtered by {names.slice(0, maxNames).join(', ')}
        {others > 0 && ` +${others}`} <X size={14} aria-hidden="true" />
        <VisuallyHidden>: show the {of} of all HUC8s</VisuallyHidden>
      </Button>
    </div>
  );
}
