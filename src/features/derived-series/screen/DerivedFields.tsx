import { useStore } from '@nanostores/react';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Button, lazyPart, Row, SkeletonLines, Stack } from '#kits/ui/index.ts';
import { axesOf, type MoreFieldsProps } from '../../time-series/index.ts';

const DerivedPanel = lazyPart(
  () => import('./DerivedPanel.tsx').then((module) => module.DerivedPanel),
  <SkeletonLines count={2} label="Loading the derived series…" />,
);

/** The series computed from the chosen ones: a button while there are none. */
export function DerivedFields({ screen, className }: MoreFieldsProps) {
  const { more, ...selection } = useStore(screen.$selection);
  const isReady = useStore(screen.$ready);
  const [isAdding, setIsAdding] = useState(false);
  const hasChoice = axesOf(selection).some((side) => selection[side].locations.length > 0);
  return (
    <Stack as="fieldset" gap="2 3" className={className}>
      <legend>Derived series</legend>
      {isReady && (isAdding || more) ? (
        <DerivedPanel screen={screen} isAdding={isAdding && !more} />
      ) : (
        <Row gap={2}>
          <Button variant="quiet" disabled={!isReady || !hasChoice} onClick={() => setIsAdding(true)}>
            <Plus size={16} aria-hidden="true" /> Add a derived series
          </Button>
          <p className="quiet-xs">A difference, sum, moving mean, volume or lag of the chosen series.</p>
        </Row>
      )}
    </Stack>
  );
}
