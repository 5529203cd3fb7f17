import { useEffect } from 'react';
import { models } from '#config/models/index.ts';
import { routeLabel } from '#config/routes.ts';
import { Page } from '#kits/ui/Page.tsx';
import { setPageTitle } from '#stores/page-title.ts';
import styles from './ModelsPage.module.css';

/** Lists the models. */
const title = routeLabel('/models');

export function ModelsPage() {
  useEffect(() => setPageTitle(title), []);
  return (
    <Page
      title={title}
      info="The portal’s content, by kind. Administrators add, edit and publish; everyone else sees the published records."
    >
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
    </Page>
  );
}
