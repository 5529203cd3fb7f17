import { useStore } from '@nanostores/react';
import { useContext } from 'react';
import type { PublicMapScreen } from '../screen.ts';
import { SheetContext } from './MapSheet.tsx';
import { withoutPropagation } from './Panel.tsx';
import styles from './RiverSites.module.css';

/** The sites along a river in downstream order, each with its latest value; choosing one shows it. */
export function RiverSites({ screen, river }: { screen: PublicMapScreen; river: string }) {
  const conditions = useStore(screen.$conditions);
  const sites = screen.sitesAlong(river);
  if (sites.length === 0) return <p>No site of this portal is known to be on this river.</p>;
  return (
    <>
      <p className="quiet-xs">
        {sites.length === 1 ? '1 site' : `${sites.length} sites, from the source down`}
      </p>
      <ol className={`ruled-list ${styles.sites}`}>
        {sites.map((site) => {
          const condition = conditions.get(site.loc_ndx);
          return (
            <li key={site.loc_ndx}>
              <button
                type="button"
                className={`${styles.site} anywhere full-width text-start touch-target`}
                onClick={withoutPropagation(() => screen.select(site, 'show'))}
              >
                <span>{site.loc_name}</span>
                {condition && (
                  <span className="muted text-sm">
                    {[condition.value, condition.class].filter(Boolean).join(', ')}
                  </span>
                )}
              </button>
            </li>
          );
        })}
      </ol>
    </>
  );
}

/** The rivers with sites, for those who do not click on them. */
export function RiverList({ screen }: { screen: PublicMapScreen }) {
  const isInSheet = useContext(SheetContext) !== null;
  const names = useStore(screen.$riverNames);
  if (names.length === 0) return null;
  return (
    <>
      <p className="quiet-xs">Sites along a river:</p>
      <ul className="row apart-below" data-gap="0 3" aria-label="Sites along a river">
        {names.map((name) => (
          <li key={name}>
            <button
              type="button"
              className={`${styles.river} text-sm accent`}
              onClick={withoutPropagation(() => {
                if (isInSheet) screen.setPanels([]);
                screen.openRiver(name);
              })}
            >
              {name}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
