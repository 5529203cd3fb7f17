import { Dialog } from '#kits/ui/Dialog.tsx';
import { Button } from '#kits/ui/index.ts';
import type { LatLng } from '#lib/coordinates.ts';
import { describeDoubt, describeMeant, type PlaceDoubt } from './place-doubt.ts';

type Props = {
  doubt: PlaceDoubt;
  /** The coordinates as typed. */
  typed: string;
  onCorrect: () => void;
  onUse: (place: LatLng) => void;
  onConfirm: () => void;
};

/** Asks back before coordinates far outside the basin are saved. */
export function PlaceQuestion({ doubt, typed, onCorrect, onUse, onConfirm }: Props) {
  const { meant } = doubt;
  return (
    <Dialog
      open
      title="Is this the right place?"
      onDismiss={onCorrect}
      actions={
        <>
          <Button onClick={onConfirm}>Save it as typed</Button>
          <Button variant={meant ? 'plain' : 'primary'} onClick={onCorrect}>
            Correct it
          </Button>
          {meant && (
            <Button variant="primary" onClick={() => onUse(meant)}>
              Use {describeMeant(meant)}
            </Button>
          )}
        </>
      }
    >
      <p>
        {typed}: {describeDoubt(doubt)}
      </p>
      {meant && <p>{describeMeant(meant)} is in or near the basin.</p>}
    </Dialog>
  );
}
