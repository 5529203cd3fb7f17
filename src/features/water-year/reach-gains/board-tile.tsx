import { useStore } from '@nanostores/react';
import { createRoot } from 'react-dom/client';
import { describeOrigin, originOf } from '#domain/demonstration.ts';
import { reachGainsPathOfSite } from '#domain/page-paths.ts';
import { ErrorBoundary } from '#kits/ui/ErrorBoundary.tsx';
import { useScreen } from '#kits/ui/index.ts';
import { fixedAddress } from '#stores/address.ts';
import { request } from '#stores/api.ts';
import type { MountTile } from '#stores/tiles.ts';
import { ReachBoard } from './ReachBoard.tsx';
import { createReachGains } from './screen.ts';

/** The board on the workspace. A reach leads to its years. */
export const mountBoardTile: MountTile = (element, { on }) => {
  const root = createRoot(element);
  root.render(
    <ErrorBoundary>
      <BoardTile on={on} />
    </ErrorBoundary>,
  );
  // Another root may be rendering now.
  return () => setTimeout(() => root.unmount());
};

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
  const note = describeOrigin(originOf(reaches));
  return (
    <>
      <ReachBoard screen={screen} isFolded={false} />
      {note !== undefined && <p className="quiet-xs">{note}</p>}
    </>
  );
}
