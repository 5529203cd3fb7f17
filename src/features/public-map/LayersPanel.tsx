import { useStore } from '@nanostores/react';
import type { FeatureCollection } from '#contract/public-map.ts';
import { SelectField } from '#kits/form/Field.tsx';
import { Disclosure, SkeletonLines } from '#kits/ui/index.ts';
import { Basemaps } from './Basemaps.tsx';
import { ColorByLegend } from './ColorByLegend.tsx';
import { coloringLabels } from './filter-labels.ts';
import styles from './LayersPanel.module.css';
import { Legend, LegendEntry } from './Legend.tsx';
import { type LayerGroup, type Swatch, siteSource } from './layers.ts';
import { colorings } from './map-address.ts';
import panel from './Panel.module.css';
import { Panel } from './Panel.tsx';
import type { PublicMapScreen } from './screen.ts';

type Props = { screen: PublicMapScreen; onClose: () => void };

export function LayersPanel({ screen, onClose }: Props) {
  return (
    <Panel side="right" title="Layers and Basemaps" onClose={onClose}>
      <section className={panel.section}>
        <ColorBy screen={screen} />
      </section>
      <section className={panel.section} aria-label="Layers">
        <h3 className={styles.heading}>Layers</h3>
        <Layers screen={screen} />
      </section>
      <section className={panel.section}>
        <h3 className={styles.heading}>Basemaps</h3>
        <Basemaps screen={screen} />
      </section>
    </Panel>
  );
}

function ColorBy({ screen }: { screen: PublicMapScreen }) {
  const coloring = useStore(screen.$coloring);
  return (
    <>
      <SelectField
        label="Color by"
        value={coloring}
        choices={colorings.map((value) => ({ value, label: coloringLabels[value] }))}
        onChange={screen.setColoring}
      />
      <ColorByLegend screen={screen} />
    </>
  );
}

function Layers({ screen }: { screen: PublicMapScreen }) {
  const { status } = useStore(screen.data.layers.$state);
  const groups = useStore(screen.$groups);
  const coloring = useStore(screen.$coloring);
  const isRecolored = coloring !== 'default';
  const geometries = useStore(screen.data.$geometries);
  const marks = useStore(screen.$marks);
  if (status === 'loading') return <SkeletonLines count={4} label="Loading the layers" />;
  if (status === 'failed') return <p>The layers could not be loaded.</p>;
  if (groups.length === 0) return <p>No layers found</p>;
  return groups.map((group) => (
    <div key={group.name} className={styles.group}>
      <input
        type="checkbox"
        className={styles.check}
        checked={group.visible}
        aria-label={`Show ${group.name}`}
        onChange={() => screen.toggleLayerGroup(group)}
      />
      <div className={styles.parts}>
        <Disclosure
          label={group.name}
          open={group.expanded}
          onToggle={() => screen.toggleLayerGroupExpanded(group)}
        >
          <Legend>
            {layerSwatches(group, isRecolored).map((swatch) => (
              <LegendEntry key={`${swatch.shape} ${swatch.label}`} {...swatch} />
            ))}
            {group.layers.some(isSiteCircleLayer) &&
              marks.map(({ state, label, count }) => (
                <LegendEntry
                  key={state}
                  shape={state}
                  label={label}
                  count={count}
                  color={markColor(group, isRecolored)}
                />
              ))}
          </Legend>
          {isRecolored && group.layers.some(isSiteCircleLayer) && (
            <p className={styles.hint}>Colored by {coloringLabels[coloring]}, see above.</p>
          )}
        </Disclosure>
        {notesOf(group, geometries).map((note) => (
          <p key={note} className={styles.groupNote}>
            {note}
          </p>
        ))}
      </div>
    </div>
  ));
}

const isSiteCircleLayer = (layer: LayerGroup['layers'][number]) =>
  layer.source === siteSource && layer.type === 'circle';

/** The notes of a group's shapes, e.g. that they are approximate. */
function notesOf(group: LayerGroup, geometries: Readonly<Record<string, FeatureCollection>>): string[] {
  return [...new Set(group.layers.flatMap(({ source }) => geometries[source]?.note ?? []))];
}

/** Stands for any color; legible in both themes. */
const mixedColor = '#73828c';

/** The color of the freshness marks: the layer's own, or gray while the sites have several colors. */
function markColor(group: LayerGroup, isRecolored: boolean): string {
  const own = group.swatches.find(({ shape }) => shape === 'circle')?.color;
  return (isRecolored ? undefined : own) ?? mixedColor;
}

/** The swatches of a group; without the circles while the color-by legend stands in for them. */
function layerSwatches(group: LayerGroup, isRecolored: boolean): readonly Swatch[] {
  const hidden = isRecolored && group.layers.some(isSiteCircleLayer);
  return hidden ? group.swatches.filter(({ shape }) => shape !== 'circle') : group.swatches;
}
