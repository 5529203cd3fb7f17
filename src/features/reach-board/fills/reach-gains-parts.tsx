import type { CreateReachPart } from '#season/reach-parts.ts';
import { ReachBoard } from '../screen/ReachBoard.tsx';
import { SeasonGain } from '../screen/SeasonGain.tsx';
import { createReachBoard } from '../screen/state.ts';

const createPart: CreateReachPart = (host) => {
  const screen = createReachBoard(host);
  const { parts, submitted, onStart } = screen;
  return {
    name: 'reach-board',
    ...{ parts, submitted, onStart },
    renderBefore: (isFolded) => <ReachBoard screen={screen} isFolded={isFolded} />,
    renderAbove: (facts) => <SeasonGain screen={screen} {...facts} />,
  };
};

export default createPart;
