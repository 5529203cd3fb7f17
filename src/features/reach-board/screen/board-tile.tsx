import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { reachGainsPathOfSite } from '#domain/page-paths.ts';
import { useScreen } from '#kits/ui/index.ts';
import { mountPart } from '#kits/ui/mount-part.tsx';
import { useAwaitedSheet } from '#kits/ui/print/printing.ts';
import { SheetAddress } from '#kits/ui/print/Sheet.tsx';
import { fixedAddress } from '#stores/address.ts';
import { request } from '#stores/api.ts';
import { createScreen } from '#stores/create-screen.ts';
import type { MountTile } from '#stores/tiles.ts';
import { ReachBoard } from './ReachBoard.tsx';
import { createReachBoard } from './state.ts';

/** The board in the board packet. A reach leads to its years. */
export const mountBoardTile: MountTile = (element, { on }) => mountPart(element, <BoardTile on={on} />);

function BoardTile({ on }: { on: string | undefined }) {
  const screen = useScreen(() => {
    const board = createReachBoard({
      request,
      $compared: atom(undefined),
      compare: (location) => window.location.assign(reachGainsPathOfSite(location)),
    });
    const { parts, submitted, onStart } = board;
    const address = fixedAddress(on === undefined ? '' : `on=${on}`);
    return { ...board, ...createScreen({ address, parts, submitted, onStart }) };
  });
  const state = useStore(screen.board.$state);
  useAwaitedSheet(state.status === 'idle' || state.status === 'loading');
  return (
    <SheetAddress value={`/data-analysis-tools/reach-gains-comparison${on === undefined ? '' : `?on=${on}`}`}>
      <ReachBoard screen={screen} isFolded={false} />
    </SheetAddress>
  );
}
