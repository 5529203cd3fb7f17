import { Bookmark } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button, lazyPart } from '#kits/ui/index.ts';
import type { SavedViewsProps } from './SavedViews.tsx';

const PopoverPanel = lazyPart(() =>
  import('#kits/ui/PopoverPanel.tsx').then((module) => module.PopoverPanel),
);
const SavedViews = lazyPart(() => import('./SavedViews.tsx').then((module) => module.SavedViews));

/** A button that opens the list of named views. */
export function ViewsMenu(props: Omit<SavedViewsProps, 'onOpen'>) {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button ref={button} aria-expanded={open} aria-haspopup="dialog" onClick={() => setOpen(!open)}>
        <Bookmark size={16} aria-hidden="true" /> Saved views
      </Button>
      {open && (
        <PopoverPanel label="Saved views" anchor={button} onClose={() => setOpen(false)}>
          <SavedViews {...props} onOpen={() => setOpen(false)} />
        </PopoverPanel>
      )}
    </>
  );
}
