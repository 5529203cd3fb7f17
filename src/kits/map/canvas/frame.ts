import type { WorldBox, WorldPoint } from './geometry.ts';

/** A context scaled to CSS pixels, and the part of the world that it shows. */
export interface Frame {
  readonly context: CanvasRenderingContext2D;
  readonly width: number;
  readonly height: number;
  /** The pixels drawn beyond each edge of the map, across and down. */
  readonly marginX: number;
  readonly marginY: number;
  /** The zoom level as styles count it. */
  readonly zoom: number;
  /** CSS pixels per pixel of the 256-pixel world. */
  readonly scale: number;
  /** World position of the canvas's top left corner, in CSS pixels at this zoom. */
  readonly originX: number;
  readonly originY: number;
}

/** Colors from the theme, for what a style does not define. */
export interface Palette {
  readonly ink: string;
  readonly ground: string;
  readonly accent: string;
}

export interface ScreenPoint {
  readonly x: number;
  readonly y: number;
}

export function toScreen(frame: Frame, point: WorldPoint): ScreenPoint {
  return { x: point.x * frame.scale - frame.originX, y: point.y * frame.scale - frame.originY };
}

/** Whether a box of the world, extended by a margin in CSS pixels, touches the canvas. */
export function isBoxInFrame(frame: Frame, box: Readonly<WorldBox>, margin: number): boolean {
  const { scale, originX, originY, width, height } = frame;
  return (
    box.maxX * scale - originX >= -margin &&
    box.minX * scale - originX <= width + margin &&
    box.maxY * scale - originY >= -margin &&
    box.minY * scale - originY <= height + margin
  );
}
