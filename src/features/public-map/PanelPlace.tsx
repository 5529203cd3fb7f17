import { SkeletonLines } from '#kits/ui/index.ts';
import { Panel } from './Panel.tsx';

type Props = { title: string; onClose: () => void };

/** Has the place of a panel whose script is loading. */
export function PanelPlace({ title, onClose }: Props) {
  return (
    <Panel side="right" title={title} onClose={onClose}>
      <SkeletonLines count={12} label={`Loading ${title}`} />
    </Panel>
  );
}
