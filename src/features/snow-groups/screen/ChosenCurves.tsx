import { useStore } from '@nanostores/react';
import { lazyPart, SkeletonLines } from '#kits/ui/index.ts';
import { useAwaitedSheet } from '#kits/ui/print/printing.ts';
import { GroupPanel } from './GroupPanel.tsx';
import type { SnowGroupsState } from './state.ts';

const StationPanel = lazyPart(
  () => import('./StationPanel.tsx').then((module) => module.StationPanel),
  <SkeletonLines count={6} label="Loading the station…" />,
);

type Props = { screen: SnowGroupsState };

/** The group that was chosen, and the chosen station. */
export function ChosenCurves({ screen }: Props) {
  const station = useStore(screen.station.$row);
  const isGroupChosen = useStore(screen.$isGroupChosen);
  useAwaitedSheet(useStore(screen.$isStationAwaited));
  return (
    <>
      {isGroupChosen && <HeadedGroup screen={screen} />}
      {station ? (
        <StationPanel screen={screen} />
      ) : (
        <p className="quiet">
          Choose a site on the map or in the first table to see its snow water equivalent over the year.
        </p>
      )}
    </>
  );
}

/** The first group, until one is chosen. */
export function FirstGroup({ screen }: Props) {
  return useStore(screen.$isGroupChosen) ? null : <HeadedGroup screen={screen} />;
}

function HeadedGroup({ screen }: Props) {
  return <GroupPanel screen={screen} heading={screen.groupHeading} onShown={screen.showLinkedGroup} />;
}
