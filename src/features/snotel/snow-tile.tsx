import { useStore } from '@nanostores/react';
import { useScreen } from '#kits/ui/index.ts';
import { mountPart } from '#kits/ui/mount-part.tsx';
import { SheetAddress } from '#kits/ui/print/PrintSheet.tsx';
import { useAwaitedSheet } from '#kits/ui/print/printing.ts';
import { fixedAddress } from '#stores/address.ts';
import { request } from '#stores/api.ts';
import type { MountTile } from '#stores/tiles.ts';
import { GroupPanel } from './GroupPanel.tsx';
import { SnowGroups } from './SnowGroups.tsx';
import { createSnotel } from './screen.ts';

/** The groups of snow sites and the curve of the first one, in the board packet. */
export const mountSnowTile: MountTile = (element, { on, of }) =>
  mountPart(element, <SnowTile on={on} groups={of as readonly string[]} />);

function SnowTile({ on, groups }: { on: string | undefined; groups: readonly string[] }) {
  const query = on === undefined ? '' : `on=${on}`;
  const screen = useScreen(() =>
    createSnotel({ request, address: fixedAddress(query), now: () => new Date(), groups }),
  );
  const { status } = useStore(screen.groups.board.$state);
  useAwaitedSheet(status === 'idle' || status === 'loading');
  return (
    <SheetAddress value={`/data-analysis-tools/snotel-swe-data${query && `?${query}`}`}>
      <SnowGroups screen={screen} />
      <GroupPanel screen={screen} />
    </SheetAddress>
  );
}
