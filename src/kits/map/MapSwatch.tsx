import { useEffect, useRef } from 'react';
import { drawSwatch, swatchSize } from './canvas/swatch.ts';
import styles from './MapSwatch.module.css';
import type { LegendSample } from './types.ts';

interface MapSwatchProps {
  readonly sample: LegendSample;
  readonly className?: string | undefined;
}

/** A legend's picture of what the map draws. */
export function MapSwatch({ sample, className }: MapSwatchProps) {
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
    <span className={className} aria-hidden="true">
      <canvas
        ref={ref}
        className={styles.swatch}
        width={swatchSize.width * ratio}
        height={swatchSize.height * ratio}
      />
    </span>
  );
}
