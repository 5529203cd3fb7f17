import { useStore } from '@nanostores/react';
import { describeOrigin, originOf } from '#domain/demonstration.ts';
import { reachGainsPathOfSite } from '#domain/page-paths.ts';
import { useScreen } from '#kits/ui/index.ts';
import { mountPart } from '#kits/ui/mount-part.tsx';
import { SheetAddress } from '#kits/ui/print/PrintSheet.tsx';
import { useAwaitedSheet } from '#kits/ui/print/printing.ts';
import { fixedAddress } from '#stores/address.ts';
import { request } from '#stores/api.ts';
import type { MountTile } from '#stores/tiles.ts';
import { ReachBoard } from './ReachBoard.tsx';
import { createReachGains } from './screen.ts';

/** The board in the board packet. A reach leads to its years. */
export const mountBoardTile: MountTile = (element, { on }) => mountPart(element, <BoardTile on={on} />);

function BoardTile({ on }: { on: string | undefined }) {
  const screen = useScreen(() => ({
    ...createReachGains({
      request,
      now: () => new Date(),
      address: fixedAddress(on === undefined ? '' : `on=${on}`),
    }),
    compare: (location: number) => window.location.assign(reachGainsPathOfSite(location)),
  }));
  const state = useStore(screen.board.$state);
  const reaches = ('data' in state && state.data?.reaches) || [];
  useAwaitedSheet(state.status === 'idle' || state.status === 'loading');
  const note = describeOrigin(originOf(reaches));
  return (
    <SheetAddress value={`/data-analysis-tools/reach-gains-comparison${on === undefined ? '' : `?on=${on}`}`}>
      <ReachBoard screen={screen} isFolded={false} />
      {note !== undefined && <p className="no-print quiet-xs">{note}</p>}
    </SheetAddress>
  );
}
