import { useStore } from '@nanostores/react';
import type { FeatureCollection } from '#contract/public-map.ts';
import { Disclosure } from '#kits/ui/Disclosure.tsx';
import { Row, Stack } from '#kits/ui/Layout.tsx';
import { dataPointMarks } from '../colors/marker-colors.ts';
import { statePaints } from '../freshness.ts';
import {
  isSiteCircle,
  isSiteGroup,
  type LayerGroup,
  layerSample,
  mixedPaint,
  siteLayerOf,
} from '../layers.ts';
import { offeredColorings } from '../map-address.ts';
import panel from '../PublicMap.module.css';
import { riverSource } from '../river-sites.ts';
import type { PublicMapScreen } from '../screen.ts';
import { coloringLabels } from '../site-filters.ts';
import { Basemaps } from './Basemaps.tsx';
import styles from './LayersPanel.module.css';
import { ColorByLegend, Legend } from './Legend.tsx';
import { Panel, PanelPlace } from './Panel.tsx';
import { RiverList } from './RiverSites.tsx';

type Props = { screen: PublicMapScreen; onClose: () => void };

export function LayersPanel({ screen, onClose }: Props) {
  if (!useStore(screen.$isLegendReady)) return <PanelPlace title="Layers and Basemaps" onClose={onClose} />;
  return (
    <Panel side="right" title="Layers and Basemaps" onClose={onClose}>
      <section className={panel.section}>
        <ColorBy screen={screen} />
      </section>
      <section className={panel.section} aria-label="Layers">
        <h3 className="label apart-below">Layers</h3>
        <Layers screen={screen} />
      </section>
      <section className={panel.section}>
        <h3 className="label apart-below">Basemaps</h3>
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
          onChange={({ target }) => screen.setColoring(offeredColorings[target.selectedIndex] ?? coloring)}
        >
          {offeredColorings.map((value) => (
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
    <Row gap={2} data-nowrap data-align="start" key={group.name}>
      <input
        type="checkbox"
        className={styles.check}
        checked={group.visible}
        aria-label={`Show ${group.name}`}
        onChange={() => screen.toggleLayerGroup(group)}
      />
      <div className="grow">
        <Disclosure
          label={group.name}
          open={group.expanded}
          onToggle={() => screen.toggleLayerGroupExpanded(group)}
        >
          <LayerLegend screen={screen} group={group} />
          {group.layers.some(({ source }) => source === riverSource) && <RiverList screen={screen} />}
          {isSiteGroup(group) && <FreshnessLegend screen={screen} />}
          {coloring !== 'default' && isSiteGroup(group) && (
            <p className="quiet-xs apart">Colored by {coloringLabels[coloring]}, see above.</p>
          )}
        </Disclosure>
        {notesOf(group, geometries).map((note) => (
          <p key={note} className={`quiet-xs ${styles.groupNote} tight`}>
            {note}
          </p>
        ))}
      </div>
    </Row>
  ));
}

/** The marks of a group's layers; of the sites those of the coloring, whose colors the color-by legend explains. */
function LayerLegend({ screen, group }: { screen: PublicMapScreen; group: LayerGroup }) {
  const coloring = useStore(screen.$coloring);
  const geometries = useStore(screen.data.$geometries);
  const zoom = useStore(screen.$zoom);
  const scheme = useStore(screen.$colors);
  const marks = isSiteGroup(group) && scheme.kind === 'category' ? dataPointMarks(scheme) : [];
  const swatches = group.swatches
    .filter(({ layer }) => coloring === 'default' || !isSiteCircle(layer))
    .map((swatch) => ({
      key: `${swatch.layer.id} ${swatch.label}`,
      label: swatch.label,
      sample: layerSample(swatch, geometries, zoom),
    }));
  const rows = [...swatches, ...marks.map((entry) => ({ ...entry, key: entry.label }))];
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
