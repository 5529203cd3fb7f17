import { VisuallyHidden } from '../ui/index.ts';
import styles from './Chart.module.css';

/** How to use the plot with a mouse or with fingers, whichever there is; with the keyboard for screen readers. */
export function ChartHint({ id, isHeld }: { id: string; isHeld: boolean }) {
  return (
    <p className={styles.hint} id={id}>
      <span className={styles.forMouse}>
        {isHeld
          ? 'The wheel zooms. Click the chart again to let it scroll the page.'
          : 'Click the chart to zoom with the wheel; drag to move, double-click to show all.'}
      </span>
      <span className={styles.forTouch}>
        {isHeld
          ? 'One finger moves the chart sideways, two fingers zoom it. Tap beside the chart to let it go.'
          : 'Tap the chart to read it; then one finger moves it and two fingers zoom it.'}
      </span>
      <VisuallyHidden>
        {' '}
        Arrow keys read it day by day, Page Up and Page Down month by month, + and − zoom.
      </VisuallyHidden>
    </p>
  );
}
