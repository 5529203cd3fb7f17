import { useStore } from '@nanostores/react';
import { Fragment, memo, useEffect, useRef } from 'react';
import type { FeatureCollection } from '#contract/public-map.ts';
import type { LegendEntry } from '#kits/map/index.ts';
import { MapSwatch } from '#kits/map/MapSwatch.tsx';
import { Disclosure } from '#kits/ui/Disclosure.tsx';
import { Row, Stack } from '#kits/ui/Layout.tsx';
import { Basemaps } from './Basemaps.tsx';
import { statePaints } from './freshness.ts';
import styles from './LayersPanel.module.css';
import {
  isSiteCircle,
  isSiteGroup,
  type LayerGroup,
  layerSample,
  mixedPaint,
  siteLayerOf,
} from './layers.ts';
import { colorings } from './map-address.ts';
import type { PointedEntry } from './map-stores.ts';
import { Panel, PanelPlace } from './Panel.tsx';
import panel from './PublicMap.module.css';
import { RiverList } from './RiverSites.tsx';
import { riverSource } from './river-sites.ts';
import { moveFocus } from './roving-focus.ts';
import type { PublicMapScreen } from './screen.ts';
import { fallbackLayer } from './site-features.ts';
import { coloringLabels } from './site-filters.ts';

type Props = { screen: PublicMapScreen; onClose: () => void };

export function LayersPanel({ screen, onClose }: Props) {
  if (!useStore(screen.$isLegendReady)) return <PanelPlace title="Layers and Basemaps" onClose={onClose} />;
  return (
    <Panel side="right" title="Layers and Basemaps" onClose={onClose}>
      <section className={panel.section}>
        <ColorBy screen={screen} />
      </section>
      <section className={panel.section} aria-label="Layers">
        <h3 className={`quiet-xs ${styles.heading}`}>Layers</h3>
        <Layers screen={screen} />
      </section>
      <section className={panel.section}>
        <h3 className={`quiet-xs ${styles.heading}`}>Basemaps</h3>
        <Basemaps screen={screen} />
      </section>
    </Panel>
  );
}

function ColorBy({ screen }: { screen: PublicMapScreen }) {
  const coloring = useStore(screen.$coloring);
  return (
    <>
      <Stack as="label" gap={1} className={`label ${styles.colorBy}`}>
        Color by
        <select
          className="control"
          value={coloring}
          onChange={({ target }) => screen.setColoring(colorings[target.selectedIndex] ?? coloring)}
        >
          {colorings.map((value) => (
            <option key={value} value={value}>
              {coloringLabels[value]}
            </option>
          ))}
        </select>
      </Stack>
      <ColorByLegend screen={screen} />
    </>
  );
}

function Layers({ screen }: { screen: PublicMapScreen }) {
  const { status } = useStore(screen.data.layers.$state);
  const groups = useStore(screen.$groups);
  const coloring = useStore(screen.$coloring);
  const geometries = useStore(screen.data.$geometries);
  if (status === 'failed') return <p>The layers could not be loaded.</p>;
  if (groups.length === 0) return <p>No layers found</p>;
  return groups.map((group) => (
    <Row gap={2} data-nowrap key={group.name} className={styles.group}>
      <input
        type="checkbox"
        className={styles.check}
        checked={group.visible}
        aria-label={`Show ${group.name}`}
        onChange={() => screen.toggleLayerGroup(group)}
      />
      <div className={`grow ${styles.parts}`}>
        <Disclosure
          label={group.name}
          open={group.expanded}
          onToggle={() => screen.toggleLayerGroupExpanded(group)}
        >
          <LayerLegend screen={screen} group={group} />
          {group.layers.some(({ source }) => source === riverSource) && <RiverList screen={screen} />}
          {isSiteGroup(group) && <FreshnessLegend screen={screen} />}
          {coloring !== 'default' && isSiteGroup(group) && (
            <p className={`quiet-xs ${styles.hint}`}>Colored by {coloringLabels[coloring]}, see above.</p>
          )}
        </Disclosure>
        {notesOf(group, geometries).map((note) => (
          <p key={note} className={`quiet-xs ${styles.groupNote}`}>
            {note}
          </p>
        ))}
      </div>
    </Row>
  ));
}

/** The marks of a group's layers; without those of the sites while the color-by legend stands in for them. */
function LayerLegend({ screen, group }: { screen: PublicMapScreen; group: LayerGroup }) {
  const coloring = useStore(screen.$coloring);
  const geometries = useStore(screen.data.$geometries);
  const zoom = useStore(screen.$zoom);
  const rows = group.swatches
    .filter(({ layer }) => coloring === 'default' || !isSiteCircle(layer))
    .map((swatch) => ({
      key: `${swatch.layer.id} ${swatch.label}`,
      label: swatch.label,
      sample: layerSample(swatch, geometries, zoom),
    }));
  return <Legend screen={screen} rows={rows} />;
}

/** The marks of late and ended records, which bring their sites forward. */
function FreshnessLegend({ screen }: { screen: PublicMapScreen }) {
  const marks = useStore(screen.$marks);
  const groups = useStore(screen.$groups);
  const zoom = useStore(screen.$zoom);
  const isDark = useStore(screen.$isDark);
  const isRecolored = useStore(screen.$coloring) !== 'default';
  const layer = siteLayerOf(groups);
  if (!layer || marks.length === 0) return null;
  const rows = marks.map(({ state, label, count }) => ({
    key: state,
    label,
    count,
    sample: { layer, zoom, paint: { ...(isRecolored && mixedPaint(isDark)), ...statePaints[state] } },
    pointed: { kind: 'state', state } as const,
  }));
  return <Legend screen={screen} rows={rows} />;
}

/** The notes of a group's shapes, e.g. that they are approximate. */
function notesOf(group: LayerGroup, geometries: Readonly<Record<string, FeatureCollection>>): string[] {
  return [...new Set(group.layers.flatMap(({ source }) => geometries[source]?.note ?? []))];
}

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
  return (
    <>
      <div className={styles.legend}>
        <Legend screen={screen} label={`Legend: ${coloringLabels[scheme.group]}`} rows={rows} />
      </div>
      {scheme.extras && (
        <Legend screen={screen} rows={scheme.extras.map((entry) => ({ ...entry, key: entry.label }))} />
      )}
      {scheme.notes.map((note) => (
        <p key={note} className={`quiet-xs ${styles.note}`}>
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
function Legend({ screen, label, rows }: { screen: PublicMapScreen; label?: string; rows: readonly Item[] }) {
  const isDark = useStore(screen.$isDark);
  const ref = useRef<HTMLDivElement>(null);
  const { $pointedEntry } = screen;
  const isPointed = rows.some(({ pointed }) => pointed);
  useEffect(() => (isPointed ? () => $pointedEntry.set(undefined) : undefined), [isPointed, $pointedEntry]);
  const list = (
    <ul className={styles.list} aria-label={label} data-ground={isDark ? 'dark' : 'light'}>
      {rows.map(({ key, heading, pointed, ...row }, index) => (
        <Fragment key={key}>
          {heading !== undefined && heading !== rows[index - 1]?.heading && (
            <li className={`quiet-xs ${styles.legendHeading}`}>{heading}</li>
          )}
          {pointed ? (
            <li>
              <button
                type="button"
                tabIndex={index === 0 ? 0 : -1}
                className={`${styles.entry} ${styles.pointed}`}
                onPointerEnter={() => $pointedEntry.set(pointed)}
                onFocus={() => $pointedEntry.set(pointed)}
                onClick={() => $pointedEntry.set(pointed)}
                onBlur={() => $pointedEntry.set(undefined)}
              >
                <RowContent {...row} isDark={isDark} />
              </button>
            </li>
          ) : (
            <li className={styles.entry}>
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
  ({ sample }: SwatchProps) => <MapSwatch sample={sample} className={styles.swatch} />,
  ({ sample: one, isDark }, { sample: other, isDark: isOtherDark }) =>
    isDark === isOtherDark &&
    one.layer === other.layer &&
    one.paint === other.paint &&
    one.zoom === other.zoom &&
    one.properties === other.properties,
);
