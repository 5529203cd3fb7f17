import { useStore } from '@nanostores/react';
import { Circle, MapPin, Pencil, Pentagon, RectangleHorizontal, Spline } from 'lucide-react';
import { type MouseEvent, useEffect, useState } from 'react';
import { DrawTools } from '#kits/map/DrawTools.tsx';
import { type DrawKind, type DrawMode, MapOverlay, useMapCommands } from '#kits/map/index.ts';
import { IconButton } from '#kits/ui/Button.tsx';
import { Button } from '#kits/ui/index.ts';
import { Row } from '#kits/ui/Layout.tsx';
import { describeDrawingHint, formatDrawings, minPoints, parseDrawings } from '../drawing/drawings-text.ts';
import measureStyles from '../PublicMap.module.css';
import type { PublicMapScreen } from '../screen.ts';

const tools: readonly { kind: DrawKind; label: string; Icon: typeof Circle }[] = [
  { kind: 'line', label: 'Draw a line', Icon: Spline },
  { kind: 'polygon', label: 'Draw a polygon', Icon: Pentagon },
  { kind: 'rectangle', label: 'Draw a rectangle', Icon: RectangleHorizontal },
  { kind: 'circle', label: 'Draw a circle', Icon: Circle },
  { kind: 'marker', label: 'Set a marker', Icon: MapPin },
];

/** The drawing buttons, the hint while drawing, and the drawings themselves. */
export function DrawingTools({ screen, open }: { screen: PublicMapScreen; open: boolean }) {
  const map = useMapCommands();
  const { measurements } = screen;
  const panel = useStore(measurements.$panel);
  const [mode, setMode] = useState<DrawMode>({ kind: 'idle' });

  useEffect(() => {
    const unread = measurements.$unread.get();
    if (unread === '') return undefined;
    const { drawings, failures } = parseDrawings(unread);
    let isCurrent = true;
    // If the map is mounted again in the meantime, its new tools have to restore them.
    void map
      .drawing()
      ?.add(drawings)
      .then(() => {
        if (isCurrent) measurements.finishRestoring(failures);
      });
    return () => {
      isCurrent = false;
    };
  }, [map, measurements]);

  function draw(kind: DrawKind, event: MouseEvent): void {
    if (mode.kind === 'drawing' && mode.shape === kind) map.drawing()?.stop();
    // A press of a key has no count of clicks.
    else void map.drawing()?.start(kind, event.detail === 0);
  }

  return (
    <>
      <DrawTools
        onShapes={(shapes) => measurements.setShapes(shapes, formatDrawings(shapes))}
        onMode={setMode}
      />
      {open &&
        tools.map(({ kind, label, Icon }) => (
          <IconButton
            key={kind}
            label={label}
            icon={Icon}
            aria-pressed={mode.kind === 'drawing' && mode.shape === kind}
            onClick={(event) => draw(kind, event)}
          />
        ))}
      {open && panel !== 'none' && (
        <IconButton
          label="Edit drawings"
          icon={Pencil}
          aria-pressed={mode.kind === 'editing'}
          onClick={() => (mode.kind === 'editing' ? map.drawing()?.stop() : void map.drawing()?.edit())}
        />
      )}
      <MapOverlay>
        <DrawingHint mode={mode} />
        {panel === 'hidden' && (
          <Button className={`on-map ${measureStyles.show}`} onClick={measurements.show}>
            Show measurements
          </Button>
        )}
      </MapOverlay>
    </>
  );
}

/** The next step while drawing or editing, with the buttons to finish, undo and cancel. */
function DrawingHint({ mode }: { mode: DrawMode }) {
  const map = useMapCommands();
  if (mode.kind === 'idle') return null;
  const minimum = mode.kind === 'drawing' ? minPoints[mode.shape] : undefined;
  const points = mode.kind === 'drawing' ? mode.points : 0;
  return (
    <Row
      as="section"
      gap="2 3"
      className={`raised text-sm on-map pad-2-3 ${measureStyles.hint}`}
      aria-label="Drawing"
    >
      <p role="status">{describeDrawingHint(mode, matchMedia('(pointer: coarse)').matches)}</p>
      <Row gap={2} className={measureStyles.actions}>
        {minimum !== undefined && (
          <>
            <Button disabled={points < minimum} onClick={() => map.drawing()?.finish()}>
              Finish
            </Button>
            <Button disabled={points === 0} onClick={() => map.drawing()?.undo()}>
              Undo point
            </Button>
          </>
        )}
        <Button onClick={() => map.drawing()?.stop()}>{mode.kind === 'editing' ? 'Done' : 'Cancel'}</Button>
      </Row>
    </Row>
  );
}
