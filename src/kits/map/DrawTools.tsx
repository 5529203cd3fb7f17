import { useEffect } from 'react';
import { useMap } from 'react-leaflet';
import { readThemeStyle } from './canvas/canvas-layer.ts';
import { createDrawingSession, type DrawingEvents } from './drawing/session.ts';
import { listenTo, useLatest, useMapState } from './map-context.ts';

/** Enables the drawing commands of the map. Renders nothing: the buttons belong to the screen. */
export function DrawTools(props: DrawingEvents) {
  const map = useMap();
  const { theme, drawing } = useMapState();
  const latest = useLatest(props);

  useEffect(() => {
    const session = createDrawingSession(map, {
      onShapes: (shapes) => latest.current.onShapes(shapes),
      onMode: (mode) => latest.current.onMode(mode),
    });
    drawing.current = session;
    return () => {
      drawing.current = null;
      session.dispose();
    };
  }, [map, drawing, latest]);

  useEffect(() => {
    function setColor(): void {
      drawing.current?.setColor(readThemeStyle(map.getContainer(), theme).palette.accent);
    }
    setColor();
    return listenTo(map, 'groundchange', setColor);
  }, [map, drawing, theme]);
  return null;
}
