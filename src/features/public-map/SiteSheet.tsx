import { useEffect, useRef } from 'react';
import { Panel } from './Panel.tsx';
import type { MapPopupState } from './popup-state.ts';
import { SiteDetail, Steps } from './SiteDetail.tsx';
import styles from './SiteSheet.module.css';
import type { PublicMapScreen } from './screen.ts';

type Props = { screen: PublicMapScreen; popup: MapPopupState };

/** A site or a shape in the sheet of a narrow screen, in place of a popup. */
export function SiteSheet({ screen, popup }: Props) {
  const { closePopup } = screen;
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    panel.current?.focus({ preventScroll: true });
    function onKey(event: KeyboardEvent): void {
      const isField = event.target instanceof Element && event.target.closest('[role=combobox], dialog');
      if (event.key !== 'Escape' || event.defaultPrevented || isField) return;
      event.preventDefault();
      closePopup();
    }
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [closePopup]);
  return (
    <Panel
      ref={panel}
      side="left"
      role="dialog"
      title={popup.content.title}
      onClose={closePopup}
      closeLabel="Close"
    >
      <div className={styles.body}>
        {popup.kind === 'site' && (
          <div className={styles.top}>
            <p className={styles.kind}>{popup.site.loc_type_name}</p>
            <Steps screen={screen} popup={popup} />
          </div>
        )}
        <SiteDetail screen={screen} popup={popup} />
      </div>
    </Panel>
  );
}
