import { ChartLine, ChevronLeft, ChevronRight, ExternalLink, ZoomIn } from 'lucide-react';
import { type ComponentType, useEffect, useRef } from 'react';
import { pathOfSite } from '#domain/page-paths.ts';
import { IconButton } from '#kits/ui/Button.tsx';
import { Button, buttonClass } from '#kits/ui/index.ts';
import { Row } from '#kits/ui/Layout.tsx';
import { RingMark } from '#kits/ui/marks/RingMark.tsx';
import type { SiteActionProps } from '#stores/site-hooks.ts';
import type { MapPopupState, PopupContent, SitePopupState } from '../popup.ts';
import type { PublicMapScreen } from '../screen.ts';
import { LatestValues } from './LatestValues.tsx';
import { Panel, withoutPropagation } from './Panel.tsx';
import { RiverSites } from './RiverSites.tsx';
import styles from './SiteDetail.module.css';

const actions = Object.entries(
  import.meta.glob<ComponentType<SiteActionProps>>('../../../*/fills/site-actions.tsx', {
    eager: true,
    import: 'default',
  }),
);

type Props = { screen: PublicMapScreen; popup: MapPopupState };

/** What the map knows of a site or a shape, below its name. */
export function SiteDetail({ screen, popup }: Props) {
  if (popup.kind === 'site') return <OfSite screen={screen} popup={popup} />;
  return (
    <div className="stack text-sm" data-gap={2}>
      {popup.river !== undefined && <RiverSites screen={screen} river={popup.river} />}
      <Fields content={popup.content} />
      <PlotLink content={popup.content} />
    </div>
  );
}

/** The values first, then the fields, then where to go from here. */
function OfSite({ screen, popup }: { screen: PublicMapScreen; popup: SitePopupState }) {
  const { content, site, note, freshness } = popup;
  return (
    <div className="stack text-sm" data-gap={2}>
      {note && <p className="warning">{note}</p>}
      {freshness && freshness.state !== 'current' && (
        <p className="muted">
          {freshness.state === 'late' ? <RingMark>{freshness.text}</RingMark> : freshness.text}
        </p>
      )}
      <LatestValues screen={screen} site={site} reporting={freshness?.state} />
      <Fields content={content} />
      <p className="row" data-gap={2} data-align="start">
        <a className={buttonClass()} href={pathOfSite(site.loc_ndx)}>
          All about this site
        </a>
        {content.graphs.map(({ label, count, href }) => (
          <a key={label} className={buttonClass()} href={href}>
            <ChartLine size={15} aria-hidden="true" />
            {label}
            {count !== undefined && ` (${count.toLocaleString('en-US')})`}
          </a>
        ))}
        <Button onClick={withoutPropagation(screen.zoomToSite)}>
          <ZoomIn size={15} aria-hidden="true" />
          Zoom to site
        </Button>
        {actions.map(([path, Action]) => (
          <Action key={path} site={site} />
        ))}
        <PlotLink content={content} />
      </p>
    </div>
  );
}

function Fields({ content }: { content: PopupContent }) {
  return (
    <dl className={styles.fields}>
      {content.fields.map(({ label, value }) => (
        <div key={label} className="contents">
          <dt className="muted">{label}</dt>
          <dd className="anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function PlotLink({ content: { plotLink } }: { content: PopupContent }) {
  if (!plotLink) return null;
  return (
    <a className="inline-row control-height" href={plotLink} target="_blank" rel="noopener">
      Plot link <ExternalLink size={13} aria-label="(opens in a new tab)" />
    </a>
  );
}

type StepsProps = { screen: PublicMapScreen; popup: SitePopupState };

/** Steps through the sites at one place; nothing if there is only one. */
export function Steps({ screen, popup: { number, count } }: StepsProps) {
  if (count < 2) return null;
  return (
    <Row gap={1} data-nowrap className="quiet-xs">
      <IconButton
        label="Previous site here"
        title={undefined}
        icon={ChevronLeft}
        onClick={withoutPropagation(() => screen.step(-1))}
      />
      <span role="status">
        {number} of {count} sites here
      </span>
      <IconButton
        label="Next site here"
        title={undefined}
        icon={ChevronRight}
        onClick={withoutPropagation(() => screen.step(1))}
      />
    </Row>
  );
}

/** The name of a site or a shape, and below it what the map knows of it. */
export function SitePopup({ screen, popup }: Props) {
  return (
    <div className={`column text-sm ${styles.popup}`}>
      {popup.kind === 'site' && <Steps screen={screen} popup={popup} />}
      <h2 className={`${styles.title} text-md tight anywhere rigid`}>{popup.content.title}</h2>
      {popup.kind === 'site' && (
        <span className="quiet-xs rigid apart-below">{popup.site.loc_type_name}</span>
      )}
      <div className={styles.body}>
        <SiteDetail screen={screen} popup={popup} />
      </div>
    </div>
  );
}

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
      <div className={`${styles.sheetBody} pad-3`}>
        {popup.kind === 'site' && (
          <Row gap={0} data-spread className="anywhere apart-below">
            <p className="muted text-sm">{popup.site.loc_type_name}</p>
            <Steps screen={screen} popup={popup} />
          </Row>
        )}
        <SiteDetail screen={screen} popup={popup} />
      </div>
    </Panel>
  );
}
