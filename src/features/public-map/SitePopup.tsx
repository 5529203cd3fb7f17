import type { MapPopupState } from './popup-state.ts';
import { SiteDetail, Steps } from './SiteDetail.tsx';
import styles from './SitePopup.module.css';
import type { PublicMapScreen } from './screen.ts';

type Props = { screen: PublicMapScreen; popup: MapPopupState };

/** The name of a site or a shape, and below it what the map knows of it. */
export function SitePopup({ screen, popup }: Props) {
  return (
    <div className={styles.popup}>
      {popup.kind === 'site' && <Steps screen={screen} popup={popup} />}
      <h2 className={styles.title}>{popup.content.title}</h2>
      {popup.kind === 'site' && <p className={styles.kind}>{popup.site.loc_type_name}</p>}
      <div className={styles.body}>
        <SiteDetail screen={screen} popup={popup} />
      </div>
    </div>
  );
}
