import type { WorldBox, WorldPoint } from './geometry.ts';

/** One drawing: a context scaled to CSS pixels, and how the world lies on it. */
export interface Frame {
  readonly context: CanvasRenderingContext2D;
  readonly width: number;
  readonly height: number;
  /** As styles count it. */
  readonly zoom: number;
  /** CSS pixels per pixel of the 256-pixel world. */
  readonly scale: number;
  /** World position of the canvas's top left corner, in CSS pixels at this zoom. */
  readonly originX: number;
  readonly originY: number;
}

/** Colors from the theme, for what a style leaves open. */
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

/** True when a box of the world, grown by a margin in CSS pixels, touches the canvas. */
export function isBoxInFrame(frame: Frame, box: Readonly<WorldBox>, margin: number): boolean {
  const { scale, originX, originY, width, height } = frame;
  return (
    box.maxX * scale - originX >= -margin &&
    box.minX * scale - originX <= width + margin &&
    box.maxY * scale - originY >= -margin &&
    box.minY * scale - originY <= height + margin
  );
}
