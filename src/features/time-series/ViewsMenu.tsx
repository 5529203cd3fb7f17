import { Bookmark } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '#kits/ui/index.ts';
import { lazyPart } from '#kits/ui/lazy-part.tsx';
import type { TimeSeriesScreen } from './screen.ts';

const PopoverPanel = lazyPart(() =>
  import('#kits/ui/PopoverPanel.tsx').then((module) => module.PopoverPanel),
);
const SavedViews = lazyPart(() => import('./SavedViews.tsx').then((module) => module.SavedViews));

/** A button that opens the list of named views. */
export function ViewsMenu({ screen }: { screen: TimeSeriesScreen }) {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button ref={button} aria-expanded={open} aria-haspopup="dialog" onClick={() => setOpen(!open)}>
        <Bookmark size={16} aria-hidden="true" /> Saved views
      </Button>
      {open && (
        <PopoverPanel label="Saved views" anchor={button} onClose={() => setOpen(false)}>
          <SavedViews screen={screen} onOpen={() => setOpen(false)} />
        </PopoverPanel>
      )}
    </>
  );
}
