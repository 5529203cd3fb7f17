import { createContext, type ReactNode, use, useCallback, useEffect, useRef } from 'react';
import type { LegendSample } from '#kits/map/index.ts';
import { MapSwatch } from '#kits/map/MapSwatch.tsx';
import type { PointedEntry } from './emphasis.ts';
import styles from './Legend.module.css';
import { moveFocus } from './roving-focus.ts';
import type { PublicMapScreen } from './screen.ts';

type ListProps = { label?: string; isDark: boolean; children: ReactNode };

/** A list of `LegendEntry`. */
export function Legend({ label, isDark, children }: ListProps) {
  return (
    <ul className={styles.list} aria-label={label} data-ground={isDark ? 'dark' : 'light'}>
      {children}
    </ul>
  );
}

const PointContext = createContext<((pointed: PointedEntry | undefined) => void) | null>(null);

/** A list of `LegendEntry` whose sites come forward on the map while the entry is pointed at or has the focus. */
export function PointedLegend({ screen, label, isDark, children }: ListProps & { screen: PublicMapScreen }) {
  const ref = useRef<HTMLDivElement>(null);
  const point = useCallback(
    (pointed: PointedEntry | undefined) => screen.$pointedEntry.set(pointed),
    [screen],
  );
  useEffect(() => () => point(undefined), [point]);

  return (
    <PointContext value={point}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the rows are buttons. */}
      <div
        ref={ref}
        onKeyDown={(event) => moveFocus(event, ref.current)}
        onPointerLeave={() => point(undefined)}
      >
        <Legend {...(label !== undefined && { label })} isDark={isDark}>
          {children}
        </Legend>
      </div>
    </PointContext>
  );
}

type EntryProps = {
  label: string;
  sample: LegendSample;
  count?: number;
  pointed?: PointedEntry;
  /** One row of a list; the arrow keys move to the others. */
  isTabStop?: boolean;
};

/** An entry of a legend: what the map draws, its label and how many sites have it. */
export function LegendEntry({ label, sample, count, pointed, isTabStop = false }: EntryProps) {
  const point = use(PointContext);
  const content = (
    <>
      <MapSwatch sample={sample} className={styles.swatch} />
      <span className={styles.name}>{label}</span>
      {count !== undefined && <span className={styles.count}>{count}</span>}
    </>
  );
  if (!point || !pointed) return <li className={styles.entry}>{content}</li>;
  const bring = () => point(pointed);
  return (
    <li>
      <button
        type="button"
        tabIndex={isTabStop ? 0 : -1}
        className={`${styles.entry} ${styles.pointed}`}
        onPointerEnter={bring}
        onFocus={bring}
        onClick={bring}
        onBlur={() => point(undefined)}
      >
        {content}
      </button>
    </li>
  );
}

/** The name of a group of entries. */
export function LegendHeading({ children }: { children: ReactNode }) {
  return <li className={styles.heading}>{children}</li>;
}
