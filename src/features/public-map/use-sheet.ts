import { useCallback, useEffect, useState } from 'react';
import type { MapPanel } from './map-address.ts';
import type { SheetStop } from './sheet-stops.ts';

type Settings = {
  /** The panel that was opened by its button. */
  panel: MapPanel | undefined;
  /** The key of the selected site or shape. */
  selected: string | undefined;
  onPanel: (panel: MapPanel | undefined) => void;
};

/** Which height the sheet has: what is opened brings it to the middle, and what is closed brings it down. */
export function useSheet({ panel, selected, onPanel }: Settings) {
  const [stop, setStop] = useState<SheetStop>(panel || selected ? 'half' : 'peek');
  useEffect(() => {
    if (selected !== undefined) setStop('half');
    else if (panel === undefined) setStop('peek');
  }, [selected, panel]);
  useEffect(() => {
    if (panel) setStop((now) => (now === 'peek' ? 'half' : now));
  }, [panel]);
  const onStop = useCallback(
    (next: SheetStop) => {
      setStop(next);
      if (selected !== undefined) return;
      if (next === 'peek') onPanel(undefined);
      else if (panel === undefined) onPanel('sites');
    },
    [selected, panel, onPanel],
  );
  return { stop, onStop };
}
