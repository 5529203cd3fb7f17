import { useStore } from '@nanostores/react';
import type { FeatureCollection } from '#contract/public-map.ts';
import { SelectField } from '#kits/form/Field.tsx';
import { Disclosure, SkeletonLines } from '#kits/ui/index.ts';
import { Basemaps } from './Basemaps.tsx';
import { coloringLabels } from './filter-labels.ts';
import styles from './LayersPanel.module.css';
import { type LayerGroup, type Swatch, siteSource } from './layers.ts';
import { colorings } from './map-address.ts';
import panel from './Panel.module.css';
import { Panel } from './Panel.tsx';
import { SwatchMark } from './SwatchMark.tsx';
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
  const scheme = useStore(screen.$colors);
  return (
    <>
      <SelectField
        label="Color by"
        value={coloring}
        choices={colorings.map((value) => ({ value, label: coloringLabels[value] }))}
        onChange={screen.setColoring}
      />
      {scheme.kind === 'category' && (
        <>
          <div className={styles.colors}>
            <ul className={styles.legend} aria-label={`Legend: ${coloringLabels[coloring]}`}>
              {scheme.legend.map(({ label, color, count }) => (
                <li key={label} className={styles.entry}>
                  <SwatchMark shape="circle" color={color} />
                  <span className={styles.name}>{label}</span>
                  <span className={styles.count}>{count}</span>
                </li>
              ))}
            </ul>
          </div>
          {scheme.notes.map((note) => (
            <p key={note} className={styles.hint}>
              {note}
            </p>
          ))}
        </>
      )}
    </>
  );
}

function Layers({ screen }: { screen: PublicMapScreen }) {
  const { status } = useStore(screen.data.layers.$state);
  const groups = useStore(screen.$groups);
  const coloring = useStore(screen.$coloring);
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
          <ul className={styles.legend}>
            {legendOf(group, coloring !== 'default').map((swatch) => (
              <li key={`${swatch.shape} ${swatch.label}`} className={styles.entry}>
                <SwatchMark {...swatch} />
                <span className={styles.name}>{swatch.label}</span>
              </li>
            ))}
            {group.layers.some(isSiteCircleLayer) &&
              marks.map(({ state, label, count }) => (
                <li key={state} className={styles.entry}>
                  <SwatchMark shape={state} color={markColor(group, coloring !== 'default')} />
                  <span className={styles.name}>{label}</span>
                  <span className={styles.count}>{count}</span>
                </li>
              ))}
          </ul>
          {coloring !== 'default' && group.layers.some(isSiteCircleLayer) && (
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

/** What the shapes of a group say of themselves, e.g. that they are approximate. */
function notesOf(group: LayerGroup, geometries: Readonly<Record<string, FeatureCollection>>): string[] {
  return [...new Set(group.layers.flatMap(({ source }) => geometries[source]?.note ?? []))];
}

/** Stands for any color; seen on the ground of either theme. */
const mixedColor = '#73828c';

/** Marks go with any color: in the legend they have the layer's own, or gray while the sites have several. */
function markColor(group: LayerGroup, recolored: boolean): string {
  const own = group.swatches.find(({ shape }) => shape === 'circle')?.color;
  return (recolored ? undefined : own) ?? mixedColor;
}

function legendOf(group: LayerGroup, recolored: boolean): readonly Swatch[] {
  const hidden = recolored && group.layers.some(isSiteCircleLayer);
  return hidden ? group.swatches.filter(({ shape }) => shape !== 'circle') : group.swatches;
}
