import { type DrawMode, useMapCommands } from '#kits/map/index.ts';
import { Button } from '#kits/ui/index.ts';
import styles from './DrawingHint.module.css';
import { describeDrawingHint, minPoints } from './drawing-hint.ts';

/** The next step while drawing or editing, with the buttons to finish, undo and cancel. */
export function DrawingHint({ mode }: { mode: DrawMode }) {
  const map = useMapCommands();
  if (mode.kind === 'idle') return null;
  const minimum = mode.kind === 'drawing' ? minPoints[mode.shape] : undefined;
  const points = mode.kind === 'drawing' ? mode.points : 0;
  return (
    <section className={styles.hint} aria-label="Drawing">
      <p role="status">{describeDrawingHint(mode, matchMedia('(pointer: coarse)').matches)}</p>
      <div className={styles.actions}>
        {minimum !== undefined && (
          <>
            <Button disabled={points < minimum} onClick={() => map.finishDrawing()}>
              Finish
            </Button>
            <Button disabled={points === 0} onClick={() => map.undoDrawingPoint()}>
              Undo point
            </Button>
          </>
        )}
        <Button onClick={() => map.stopDrawing()}>{mode.kind === 'editing' ? 'Done' : 'Cancel'}</Button>
      </div>
    </section>
  );
}
