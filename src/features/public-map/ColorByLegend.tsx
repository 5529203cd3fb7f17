import { useStore } from '@nanostores/react';
import { Fragment } from 'react';
import styles from './ColorByLegend.module.css';
import { coloringLabels } from './filter-labels.ts';
import { LegendEntry, LegendHeading, PointedLegend } from './Legend.tsx';
import { siteLayerOf } from './layers.ts';
import type { PublicMapScreen } from './screen.ts';
import { fallbackLayer } from './site-features.ts';

/** The legend of “Color by”: each value with its mark and its number of sites. Empty for the default colors. */
export function ColorByLegend({ screen }: { screen: PublicMapScreen }) {
  const scheme = useStore(screen.$colors);
  const layer = siteLayerOf(useStore(screen.$groups)) ?? fallbackLayer;
  const zoom = useStore(screen.$zoom);
  const isDark = useStore(screen.$isDark);
  if (scheme.kind === 'default') return null;
  return (
    <>
      <div className={styles.legend}>
        <PointedLegend screen={screen} isDark={isDark} label={`Legend: ${coloringLabels[scheme.group]}`}>
          {scheme.legend.map(({ value, label, paint, count, heading }, index) => (
            <Fragment key={value}>
              {heading !== undefined && heading !== scheme.legend[index - 1]?.heading && (
                <LegendHeading>{heading}</LegendHeading>
              )}
              <LegendEntry
                label={label}
                count={count}
                isTabStop={index === 0}
                sample={{ layer, paint, zoom }}
                pointed={{ kind: 'value', value }}
              />
            </Fragment>
          ))}
        </PointedLegend>
      </div>
      {scheme.notes.map((note) => (
        <p key={note} className={styles.note}>
          {note}
        </p>
      ))}
    </>
  );
}
