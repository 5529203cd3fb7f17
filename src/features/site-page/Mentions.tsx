import type { SiteMentions } from '#contract/site-page.ts';
import { Notice } from '#kits/ui/index.ts';
import { formatUsDate } from '#lib/calendar.ts';
import styles from './SitePage.module.css';

/** The API gives no more of each. */
const maxMentions = 20;

/** Documents and announcements that name the site; nothing without any. */
export function Mentions({ documents, announcements }: SiteMentions) {
  if (documents.length + announcements.length === 0) return null;
  return (
    <section aria-labelledby="site-mentions" className={styles.mentions}>
      <h2 id="site-mentions">Documents and announcements that name this site</h2>
      {announcements.map(({ id, title, message, severity }) => (
        <Notice key={id} severity={severity}>
          <strong>{title}</strong> {message}
        </Notice>
      ))}
      {documents.length > 0 && (
        <ul className={styles.documents}>
          {documents.map(({ id, title, document_type, document_date }) => (
            <li key={id}>
              <a href={`/documents/public-docs/${id}`}>{title}</a>
              <span className={styles.muted}>
                {' '}
                {[document_type, ...(document_date === null ? [] : [formatUsDate(document_date)])]
                  .filter(Boolean)
                  .join(', ')}
              </span>
            </li>
          ))}
        </ul>
      )}
      {documents.length === maxMentions && (
        <p className={styles.note}>
          These are the newest {maxMentions}. <a href="/documents/public-docs">All Public Files</a>
        </p>
      )}
    </section>
  );
}
