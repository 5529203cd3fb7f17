import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { waterYear } from '#domain/water-year.ts';
import { useScreen } from '#kits/ui/index.ts';
import { mountPart } from '#kits/ui/mount-part.tsx';
import { useAwaitedSheet } from '#kits/ui/print/printing.ts';
import { SheetAddress } from '#kits/ui/print/Sheet.tsx';
import { todayInBasin } from '#lib/basin-clock.ts';
import { dayNumber } from '#lib/calendar.ts';
import { fixedAddress } from '#stores/address.ts';
import { request } from '#stores/api.ts';
import { createScreen } from '#stores/create-screen.ts';
import type { MountTile } from '#stores/tiles.ts';
import { GroupPanel } from './GroupPanel.tsx';
import { SnowGroups } from './SnowGroups.tsx';
import { createSnowGroups } from './state.ts';

/** The groups of snow sites and the curve of the first one, in the board packet. */
export const mountSnowTile: MountTile = (element, { on }) => mountPart(element, <SnowTile on={on} />);

function SnowTile({ on }: { on: string | undefined }) {
  const query = on === undefined ? '' : `on=${on}`;
  const screen = useScreen(() => {
    const today = todayInBasin(new Date());
    const current = waterYear(dayNumber(today));
    const groups = createSnowGroups({
      ...{ request, today, current },
      $chosen: atom(undefined),
      $row: atom(undefined),
      $year: atom(current),
      $isStationAwaited: atom(false),
      choose: () => {},
    });
    const { parts, submitted, onStart } = groups;
    return { ...groups, ...createScreen({ address: fixedAddress(query), parts, submitted, onStart }) };
  });
  const { status } = useStore(screen.groups.board.$state);
  useAwaitedSheet(status === 'idle' || status === 'loading');
  return (
    <SheetAddress value={`/data-analysis-tools/snotel-swe-data${query && `?${query}`}`}>
      <SnowGroups screen={screen} />
      <GroupPanel screen={screen} />
    </SheetAddress>
  );
}
