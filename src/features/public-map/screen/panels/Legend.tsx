import { useStore } from '@nanostores/react';
import { Fragment, memo, useEffect, useRef } from 'react';
import type { LegendEntry } from '#kits/map/index.ts';
import { MapSwatch } from '#kits/map/MapSwatch.tsx';
import { siteLayerOf } from '../layers.ts';
import type { PointedEntry } from '../map-stores.ts';
import { moveFocus } from '../roving-focus.ts';
import type { PublicMapScreen } from '../screen.ts';
import { fallbackLayer } from '../site-features.ts';
import { coloringLabels } from '../site-filters.ts';
import styles from './LayersPanel.module.css';

/** The legend of “Color by”: each value with its mark and its number of sites. Empty for the default colors. */
export function ColorByLegend({ screen }: { screen: PublicMapScreen }) {
  const scheme = useStore(screen.$colors);
  const layer = siteLayerOf(useStore(screen.$groups)) ?? fallbackLayer;
  const zoom = useStore(screen.$zoom);
  if (scheme.kind === 'default') return null;
  const rows = scheme.legend.map(({ value, label, paint, count, heading }) => ({
    key: value,
    label,
    heading,
    count,
    sample: { layer, paint, zoom },
    pointed: { kind: 'value', value } as const,
  }));
  // The marks are explained with the layer of the data points.
  const areas = scheme.extras?.filter(({ heading }) => heading !== undefined) ?? [];
  return (
    <>
      <div className="apart">
        <Legend screen={screen} label={`Legend: ${coloringLabels[scheme.group]}`} rows={rows} />
      </div>
      {areas.length > 0 && (
        <Legend screen={screen} rows={areas.map((entry) => ({ ...entry, key: entry.label }))} />
      )}
      {scheme.notes.map((note) => (
        <p key={note} className="quiet-xs apart">
          {note}
        </p>
      ))}
    </>
  );
}

/** What the map draws, its label and how many sites have it. The sites of `pointed` come forward. */
type Item = LegendEntry & {
  readonly key: string;
  readonly count?: number;
  readonly pointed?: PointedEntry;
};

/** A list whose rows are buttons if they are pointed at; it has one tab stop, and the arrow keys move to the others. */
export function Legend({
  screen,
  label,
  rows,
}: {
  screen: PublicMapScreen;
  label?: string;
  rows: readonly Item[];
}) {
  const isDark = useStore(screen.$isDark);
  const ref = useRef<HTMLDivElement>(null);
  const { $pointedEntry } = screen;
  const isPointed = rows.some(({ pointed }) => pointed);
  useEffect(() => (isPointed ? () => $pointedEntry.set(undefined) : undefined), [isPointed, $pointedEntry]);
  const list = (
    <ul className="packed apart-below" aria-label={label} data-ground={isDark ? 'dark' : 'light'}>
      {rows.map(({ key, heading, pointed, ...row }, index) => (
        <Fragment key={key}>
          {heading !== undefined && heading !== rows[index - 1]?.heading && (
            <li className={`label ${styles.legendHeading}`}>{heading}</li>
          )}
          {pointed ? (
            <li>
              <button
                type="button"
                tabIndex={index === 0 ? 0 : -1}
                className={`icon-row tight full-width text-start rounded inner-focus ${styles.entry}`}
                onPointerEnter={() => $pointedEntry.set(pointed)}
                onFocus={() => $pointedEntry.set(pointed)}
                onClick={() => $pointedEntry.set(pointed)}
                onBlur={() => $pointedEntry.set(undefined)}
              >
                <RowContent {...row} isDark={isDark} />
              </button>
            </li>
          ) : (
            <li className={`icon-row tight ${styles.entry}`}>
              <RowContent {...row} isDark={isDark} />
            </li>
          )}
        </Fragment>
      ))}
    </ul>
  );
  if (!isPointed) return list;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the rows are buttons.
    <div
      ref={ref}
      onKeyDown={(event) => moveFocus(event, ref.current)}
      onPointerLeave={() => $pointedEntry.set(undefined)}
    >
      {list}
    </div>
  );
}

type RowProps = Pick<Item, 'label' | 'sample' | 'count'> & { isDark: boolean };

function RowContent({ label, sample, count, isDark }: RowProps) {
  return (
    <>
      <Swatch sample={sample} isDark={isDark} />
      <span className="grow">{label}</span>
      {count !== undefined && <span className="muted">{count}</span>}
    </>
  );
}

type SwatchProps = Pick<RowProps, 'sample' | 'isDark'>;

/** Drawn again only when it is another picture: the slider of the day changes the numbers beside it. */
const Swatch = memo(
  ({ sample }: SwatchProps) => <MapSwatch sample={sample} />,
  ({ sample: one, isDark }, { sample: other, isDark: isOtherDark }) =>
    isDark === isOtherDark &&
    one.layer === other.layer &&
    one.paint === other.paint &&
    one.zoom === other.zoom &&
    one.properties === other.properties,
);
