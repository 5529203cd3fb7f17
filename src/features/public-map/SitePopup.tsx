import { ChartLine, ChevronLeft, ChevronRight, ExternalLink, ZoomIn } from 'lucide-react';
import type { MouseEvent } from 'react';
import { Button, buttonClass, RingMark } from '#kits/ui/index.ts';
import type { MapPopupState } from './popup-state.ts';
import styles from './SitePopup.module.css';
import type { PublicMapScreen } from './screen.ts';

type Props = { screen: PublicMapScreen; popup: MapPopupState };

/** The details of a site or a shape. */
export function SitePopup({ screen, popup }: Props) {
  const { content } = popup;
  return (
    <div className={styles.popup}>
      {popup.kind === 'site' && popup.count > 1 && <Steps screen={screen} {...popup} />}
      <h2 className={styles.title}>{content.title}</h2>
      <div className={styles.body}>
        {popup.kind === 'site' && popup.note && <p className={styles.note}>{popup.note}</p>}
        {popup.kind === 'site' && popup.freshness && (
          <p className={styles.freshness}>
            {popup.freshness.state === 'late' ? (
              <RingMark>{popup.freshness.text}</RingMark>
            ) : (
              popup.freshness.text
            )}
          </p>
        )}
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
              Plot link <ExternalLink size={13} aria-label="(opens in a new tab)" />
            </a>
          </p>
        )}
        <p className={styles.graphs}>
          {content.graphs.map(({ label, count, href }) => (
            <a key={label} className={buttonClass()} href={href}>
              <ChartLine size={15} aria-hidden="true" />
              {label}
              {count !== undefined && ` (${count.toLocaleString('en-US')})`}
            </a>
          ))}
          {popup.kind === 'site' && (
            <Button onClick={withoutPropagation(screen.zoomToSite)}>
              <ZoomIn size={15} aria-hidden="true" />
              Zoom to site
            </Button>
          )}
        </p>
      </div>
    </div>
  );
}

type StepsProps = { screen: PublicMapScreen; number: number; count: number };

/** Steps through the sites at one place. */
function Steps({ screen, number, count }: StepsProps) {
  return (
    <div className={styles.steps}>
      <Button
        variant="quiet"
        icon
        aria-label="Previous site here"
        onClick={withoutPropagation(() => screen.step(-1))}
      >
        <ChevronLeft size={18} aria-hidden="true" />
      </Button>
      <span role="status">
        {number} of {count} sites here
      </span>
      <Button
        variant="quiet"
        icon
        aria-label="Next site here"
        onClick={withoutPropagation(() => screen.step(1))}
      >
        <ChevronRight size={18} aria-hidden="true" />
      </Button>
    </div>
  );
}

/** The click may remove the popup; without this, the map would then handle it as a click on itself. */
function withoutPropagation(act: () => void) {
  return (event: MouseEvent): void => {
    event.stopPropagation();
    act();
  };
}
