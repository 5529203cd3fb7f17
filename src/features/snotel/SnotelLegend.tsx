import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { homeView } from '#config/basin.ts';
import { glossaryLink } from '#config/glossary.ts';
import { bands, noBandColor, noDataColor, withheldColor } from '#domain/snow-bands.ts';
import { describeFewSites, legendTitles } from '#downloads/snow-labels.ts';
import { hasNoData, isWithheld } from '#downloads/snow-rows.ts';
import { MapSwatch } from '#kits/map/MapSwatch.tsx';
import { listGroundLegend } from '#kits/map/points-layers.ts';
import { HelpLink } from '#kits/ui/HelpLink.tsx';
import { $mapGround } from '#stores/map-ground.ts';
import { layersBeneath } from './layers-beneath.ts';
import styles from './SnotelScreen.module.css';
import type { SnotelScreen } from './screen.ts';

const helpOf = {
  date: glossaryLink('percent-of-median-for-the-date'),
  peak: glossaryLink('percent-of-median-peak'),
};

/** The bands of the percentage, the marks that the map of the year has, and what lies beneath them. */
export function SnotelLegend({ screen }: { screen: SnotelScreen }) {
  const measure = useStore(screen.$measure);
  const year = useStore(screen.$year);
  const siteRows = useStore(screen.tables.site.$rows);
  const hucRows = useStore(screen.tables.huc8.$rows);
  const shown = [...siteRows, ...hucRows].map((row) => row.byYear.get(year)?.[measure]);
  const { layers, ...ground } = useStore($mapGround);
  const beneath = listGroundLegend({ ...ground, layers: layersBeneath(layers) }, homeView.zoom);
  const hasLate = siteRows.some(({ freshness }) => freshness?.state === 'late');
  return (
    <div id="snotel-legend" className={styles.entries}>
      <p>
        {legendTitles[measure]} <HelpLink {...helpOf[measure]} />
      </p>
      <ul>
        {[...bands, { label: 'Above 1000', color: noBandColor }].map(({ label, color }) => (
          <li key={label}>
            <Mark>
              <rect width="16" height="16" rx="3" fill={color} />
            </Mark>
            {label}
          </li>
        ))}
        <li>
          {/* As on the map: gray, hatched, with a black outline. */}
          <Mark>
            <rect x="1" y="1" width="14" height="14" fill={noDataColor} stroke="#000000" strokeWidth="2" />
            <path d="M2 8 8 2M2 14 14 2M8 14 14 8" stroke="#000000" />
          </Mark>
          No data
        </li>
      </ul>
      {shown.some(hasNoData) && (
        <p className={styles.explained}>No data: no value, or too few years for a median.</p>
      )}
      {shown.some(isWithheld) && (
        <div className={styles.extra}>
          <Mark>
            <rect width="16" height="16" rx="3" fill={withheldColor} />
          </Mark>
          Median below 1 in: inches, no percentage
        </div>
      )}
      {shown.some(describeFewSites) && (
        <div className={styles.extra}>
          <Mark>
            <rect x="1" y="1" width="14" height="14" fill="#dfe4e7" stroke="#1b2328" {...dashes} />
          </Mark>
          Few sites
        </div>
      )}
      {hasLate && (
        <div className={styles.extra}>
          <Mark>
            <circle cx="8" cy="8" r="7" fill="#dfe4e7" stroke="#73828c" />
            <circle cx="8" cy="8" r="3" fill="#1b2328" />
          </Mark>
          Late: has not reported as often as it usually does
        </div>
      )}
      {beneath.length > 0 && (
        <ul className={styles.ground}>
          {beneath.map(({ label, sample }) => (
            <li key={label}>
              <MapSwatch sample={sample} />
              {label}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Mark({ children }: { children: ReactNode }) {
  return (
    <svg width="16" height="16" aria-hidden="true">
      {children}
    </svg>
  );
}

const dashes = { strokeWidth: 2, strokeDasharray: '3 3' };
