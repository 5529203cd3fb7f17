import { useStore } from '@nanostores/react';
import { colouringLabels } from '#config/map-filter-labels.ts';
import type { FeatureCollection } from '#contract/public-map.ts';
import { colourings } from '#domain/map-address.ts';
import { SelectField } from '#kits/form/Field.tsx';
import { Disclosure, SkeletonLines } from '#kits/ui/index.ts';
import { Basemaps } from './Basemaps.tsx';
import styles from './LayersPanel.module.css';
import { type LayerGroup, type Swatch, siteSource } from './layers.ts';
import panel from './Panel.module.css';
import { Panel } from './Panel.tsx';
import { SwatchMark } from './SwatchMark.tsx';
import type { PublicMapScreen } from './screen.ts';

type Props = { screen: PublicMapScreen; onClose: () => void };

export function LayersPanel({ screen, onClose }: Props) {
  return (
    <Panel side="right" title="Layers and Basemaps" onClose={onClose}>
      <section className={panel.section}>
        <ColourBy screen={screen} />
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

function ColourBy({ screen }: { screen: PublicMapScreen }) {
  const colouring = useStore(screen.$colouring);
  const scheme = useStore(screen.$colours);
  return (
    <>
      <SelectField
        label="Colour by"
        value={colouring}
        choices={colourings.map((value) => ({ value, label: colouringLabels[value] }))}
        onChange={screen.setColouring}
      />
      {scheme.kind === 'category' && (
        <>
          <div className={styles.colours}>
            <ul className={styles.legend} aria-label={`Legend: ${colouringLabels[colouring]}`}>
              {scheme.legend.map(({ label, colour, count }) => (
                <li key={label} className={styles.entry}>
                  <SwatchMark shape="circle" colour={colour} />
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
  const colouring = useStore(screen.$colouring);
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
            {legendOf(group, colouring !== 'default').map((swatch) => (
              <li key={`${swatch.shape} ${swatch.label}`} className={styles.entry}>
                <SwatchMark {...swatch} />
                <span className={styles.name}>{swatch.label}</span>
              </li>
            ))}
            {group.layers.some(isSiteCircleLayer) &&
              marks.map(({ state, label, count }) => (
                <li key={state} className={styles.entry}>
                  <SwatchMark shape={state} colour={markColour(group, colouring !== 'default')} />
                  <span className={styles.name}>{label}</span>
                  <span className={styles.count}>{count}</span>
                </li>
              ))}
          </ul>
          {colouring !== 'default' && group.layers.some(isSiteCircleLayer) && (
            <p className={styles.hint}>Coloured by {colouringLabels[colouring]}, see above.</p>
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

/** Stands for any colour; seen on the ground of either theme. */
const mixedColor = '#73828c';

/** Marks go with any colour: in the legend they have the layer's own, or grey while the sites have several. */
function markColour(group: LayerGroup, recoloured: boolean): string {
  const own = group.swatches.find(({ shape }) => shape === 'circle')?.colour;
  return (recoloured ? undefined : own) ?? mixedColor;
}

function legendOf(group: LayerGroup, recoloured: boolean): readonly Swatch[] {
  const hidden = recoloured && group.layers.some(isSiteCircleLayer);
  return hidden ? group.swatches.filter(({ shape }) => shape !== 'circle') : group.swatches;
}
