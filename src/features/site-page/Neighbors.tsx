import { ArrowDown, ArrowUp } from 'lucide-react';
import type { SiteNeighbor, SiteNeighbors } from '#contract/site-page.ts';
import { describeQuantity } from '#domain/quantity.ts';
import { pathOfSite } from '#domain/site-path.ts';
import { toneOf } from '#domain/standing.ts';
import chip from '#kits/ui/Chip.module.css';
import { formatUsDate } from '#lib/calendar.ts';
import styles from './Neighbors.module.css';
import { classText } from './record-text.ts';

/** The next sites along the river; nothing for a site on no river. */
export function Neighbors({ neighbors: { river, upstream, downstream } }: { neighbors: SiteNeighbors }) {
  if (river === null || upstream.length + downstream.length === 0) return null;
  return (
    <section aria-labelledby="site-neighbors">
      <h2 id="site-neighbors">Along the {river}</h2>
      <div className={styles.sides}>
        <Side title="Upstream" river={river} sites={upstream} />
        <Side title="Downstream" river={river} sites={downstream} />
      </div>
    </section>
  );
}

type SideProps = { title: 'Upstream' | 'Downstream'; river: string; sites: readonly SiteNeighbor[] };

function Side({ title, river, sites }: SideProps) {
  const Arrow = title === 'Upstream' ? ArrowUp : ArrowDown;
  return (
    <div>
      <h3 className={styles.title}>
        <Arrow size={16} aria-hidden="true" /> {title}
      </h3>
      {sites.length === 0 ? (
        <p className={styles.muted}>No other site {title.toLowerCase()} in the basin file.</p>
      ) : (
        <ul className={styles.list}>
          {sites.map((site) => (
            <li key={site.loc_ndx}>
              <a href={pathOfSite(site.loc_ndx)}>{site.loc_name}</a>
              {site.river !== river && <span className={styles.muted}> · {site.river}</span>}
              <Value record={site.record} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Value({ record }: { record: SiteNeighbor['record'] }) {
  if (!record) return <p className={styles.muted}>No value yet</p>;
  const { parameter_ndx, parameter_name, value, units_name, rdate, is_demonstration } = record;
  return (
    <p className={styles.value}>
      <strong>{describeQuantity(value, units_name)}</strong>
      {record.class !== null && (
        <span className={chip.chip} data-tone={toneOf(record.class)}>
          {classText(record.class, parameter_ndx)}
        </span>
      )}
      <span className={styles.muted}>
        {parameter_name}, {formatUsDate(rdate)}
        {is_demonstration && ' · demonstration'}
      </span>
    </p>
  );
}
