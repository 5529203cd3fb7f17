import { useEffect, useRef } from 'react';
import { drawCircles, drawFills, drawLines } from './canvas/draw-shapes.ts';
import type { GeometryTypeCode, MapFrame } from './canvas/geometry.ts';
import styles from './MapView.module.css';
import { compileLayer, numberOf, resolveStyles, textOf } from './style/compile.ts';
import type { LegendSample } from './types.ts';

interface MapSwatchProps {
  readonly sample: LegendSample;
}

/** A legend's picture of what the map draws. */
export function MapSwatch({ sample }: MapSwatchProps) {
  const ref = useRef<HTMLCanvasElement>(null);
  const ratio = Math.max(2, window.devicePixelRatio || 1);
  useEffect(() => {
    const context = ref.current?.getContext('2d');
    if (!context || !ref.current) return;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, swatchSize.width, swatchSize.height);
    const style = getComputedStyle(ref.current);
    drawSwatch(context, sample, style.getPropertyValue('--map-ink').trim() || style.color);
  });
  return (
    <span className="map-swatch rigid rounded" aria-hidden="true">
      <canvas
        ref={ref}
        className={`${styles.swatch} block`}
        width={swatchSize.width * ratio}
        height={swatchSize.height * ratio}
      />
    </span>
  );
}

/** The size of a legend's picture, in CSS pixels; it holds the largest mark. */
export const swatchSize = { width: 26, height: 20 } as const;

const noWarning = (): void => {};

/** A point in the middle, a line across, or an area, in the pixels of a picture. */
function shapeOf(type: LegendSample['layer']['type']): {
  readonly typeCode: GeometryTypeCode;
  readonly part: readonly number[];
} {
  const { width, height } = swatchSize;
  if (type === 'line') return { typeCode: 2, part: [1, height - 5, 9, 7, 17, height - 8, width - 1, 4] };
  if (type === 'fill') {
    return { typeCode: 3, part: [2, 3, width - 2, 3, width - 2, height - 3, 2, height - 3, 2, 3] };
  }
  return { typeCode: 1, part: [width / 2, height / 2] };
}

/** Draws what the map draws for the features of a layer, with the functions that draw the map. */
export function drawSwatch(context: CanvasRenderingContext2D, sample: LegendSample, ink: string): void {
  const { layer, paint, properties = {}, zoom } = sample;
  const { width, height } = swatchSize;
  const feature = { type: 'Feature' as const, geometry: null, properties };
  const compiled = { ...compileLayer(layer, null, noWarning), accepts: null };
  const [style] = resolveStyles(compiled, [feature], zoom, () => paint, noWarning);
  if (!style) return;
  const { typeCode, part } = shapeOf(layer.type);
  const box = { minX: 0, minY: 0, maxX: width, maxY: height };
  const drawables = [{ projected: { feature, typeCode, parts: [Float64Array.from(part)], box }, style }];
  const frame: MapFrame = {
    context,
    width,
    height,
    marginX: 0,
    marginY: 0,
    zoom,
    scale: 1,
    originX: 0,
    originY: 0,
  };
  if (layer.type === 'circle') drawCircles(frame, drawables);
  else if (layer.type === 'line') drawLines(frame, drawables);
  else if (layer.type === 'fill') drawFills(frame, drawables);
  else {
    context.globalAlpha = numberOf(style, 'text-opacity');
    context.fillStyle = textOf(style, 'text-color') || ink;
    const fonts = style['text-font'];
    const isItalic = Array.isArray(fonts) && fonts.some((font) => /italic/i.test(String(font)));
    context.font = `${isItalic ? 'italic ' : ''}600 ${Math.min(13, numberOf(style, 'text-size'))}px ${
      getComputedStyle(document.body).fontFamily
    }`;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.fillText('Aa', width / 2, height / 2 + 1);
    context.globalAlpha = 1;
  }
}
