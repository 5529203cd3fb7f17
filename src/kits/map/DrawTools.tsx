import { useEffect, useRef } from 'react';
import { useMap } from 'react-leaflet';
import { createDrawingSession } from './drawing/session.ts';
import type { DrawingSession } from './drawing/types.ts';
import { useMapState } from './map-context.ts';
import { readThemeStyle } from './palette.ts';
import type { DrawToolsProps } from './types.ts';

/** Enables the drawing commands of the map. Renders nothing: the buttons belong to the screen. */
export function DrawTools(props: DrawToolsProps) {
  const map = useMap();
  const { theme, setDrawing } = useMapState();
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  const session = useRef<DrawingSession | null>(null);

  useEffect(() => {
    const created = createDrawingSession(map, 'currentColor', {
      onShapes: (shapes) => latest.current.onShapesChange(shapes),
      onMode: (mode) => latest.current.onModeChange?.(mode),
    });
    session.current = created;
    setDrawing(created);
    return () => {
      session.current = null;
      setDrawing(null);
      created.dispose();
    };
  }, [map, setDrawing]);

  useEffect(() => {
    function setColor(): void {
      session.current?.setColor(readThemeStyle(map.getContainer(), theme).palette.accent);
    }
    setColor();
    map.on('groundchange', setColor);
    return () => {
      map.off('groundchange', setColor);
    };
  }, [map, theme]);
  return null;
}
