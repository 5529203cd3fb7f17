import type { SnotelPart } from '../../snotel/index.ts';
import { ChosenCurves, FirstGroup } from './ChosenCurves.tsx';
import { SnowGroups } from './SnowGroups.tsx';
import type { SnowGroupsState } from './state.ts';

/** The groups and the chosen station as a part of SNOTEL SWE Data. */
export function toSnotelPart(screen: SnowGroupsState): SnotelPart {
  const { parts, submitted, onStart, $faults, $refused, onRow, showStation } = screen;
  return {
    name: 'snow-groups',
    ...{ parts, submitted, onStart, $faults, $refused, onRow, showStation },
    renderBeside: () => <SnowGroups screen={screen} onChosen={screen.showGroup} />,
    renderBeneath: () => <ChosenCurves screen={screen} />,
    renderLast: () => <FirstGroup screen={screen} />,
  };
}
