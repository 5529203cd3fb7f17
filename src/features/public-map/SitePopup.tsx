import { ChartLine, ExternalLink } from 'lucide-react';
import { buttonClass } from '#kits/ui/index.ts';
import styles from './SitePopup.module.css';
import type { MapPopupState } from './views.ts';

/** What is known of a site or a shape. */
export function SitePopup({ popup }: { popup: MapPopupState }) {
  const { content, note } = popup;
  return (
    <div className={styles.popup}>
      <h2 className={styles.title}>{content.title}</h2>
      {note && <p className={styles.note}>{note}</p>}
      <dl className={styles.fields}>
        {content.fields.map(({ label, value }) => (
          <div key={label} className={styles.field}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {content.plotLink && (
        <p className={styles.link}>
          <a href={content.plotLink} target="_blank" rel="noopener">
            Plot link <ExternalLink size={13} aria-label="(opens elsewhere)" />
          </a>
        </p>
      )}
      {content.graphs.length > 0 && (
        <p className={styles.graphs}>
          {content.graphs.map(({ label, count, href }) => (
            <a key={label} className={buttonClass()} href={href}>
              <ChartLine size={15} aria-hidden="true" />
              {label} ({count.toLocaleString('en-US')})
            </a>
          ))}
        </p>
      )}
    </div>
  );
}
