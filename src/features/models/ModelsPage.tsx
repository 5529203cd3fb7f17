import { useEffect } from 'react';
import { models } from '#config/models/index.ts';
import styles from './ListPage.module.css';
import { setLabel } from './set-label.ts';

/** The kinds of records there are. */
export function ModelsPage() {
  useEffect(() => setLabel('Models'), []);
  return (
    <div className={styles.page}>
      <h1>Models</h1>
      <p className={styles.info}>
        The portal’s content, by kind. Administrators add, edit and publish; everyone else sees what is
        published.
      </p>
      <ul className={styles.models}>
        {models.map(({ name, label, description }) => (
          <li key={name} className={styles.model}>
            <h2>
              <a href={`/models/${name}`}>{label}</a>
            </h2>
            <p>{description}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}
