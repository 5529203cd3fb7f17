import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { type ComponentType, type ReactNode, useLayoutEffect, useRef } from 'react';
import type { SiteCard } from '#contract/site-cards.ts';
import { describeFinding } from '#domain/finding/finding.ts';
import { standingOf } from '#domain/finding/percentile-bar.ts';
import { pathOfSite } from '#domain/page-paths.ts';
import { IconButton } from '#kits/ui/Button.tsx';
import { Card, Row } from '#kits/ui/Layout.tsx';
import { Reading } from '#kits/ui/marks/Reading.tsx';
import { Bar, Standing } from '#kits/ui/marks/Standing.tsx';
import type { SiteActionProps } from '#stores/site-hooks.ts';
import styles from './Basket.module.css';
import type { BasketStore } from './basket.ts';
import type { StripPlace } from './strip.ts';

/** What other features show on a card. */
const actions = Object.entries(
  import.meta.glob<ComponentType<SiteActionProps>>('../../*/fills/basket-actions.tsx', {
    eager: true,
    import: 'default',
  }),
);

type CardsProps = {
  places: readonly StripPlace[];
  today: string;
  /** The cards that are missing could not be loaded. */
  isFailed: boolean;
  /** Without one, cards are neither moved nor removed. */
  edit: Pick<BasketStore, 'move' | 'remove'> | undefined;
  /** After the last card. */
  children?: ReactNode;
};

/** A button of a card: its site, and what it does. */
type Control = { readonly site: number; readonly action: 'back' | 'on' | 'remove' };

/** The cards in a row, which scrolls within its width. */
export function Cards({ places, today, isFailed, edit, children }: CardsProps) {
  const list = useRef<HTMLUListElement>(null);
  /** The control that gets the focus after the next change of the cards. */
  const next = useRef<Control>(undefined);

  useLayoutEffect(() => {
    const control = next.current;
    next.current = undefined;
    if (!control) return;
    const inCard = (action: string) =>
      list.current?.querySelector<HTMLButtonElement>(
        `[data-site="${control.site}"] [data-action="${action}"]:not(:disabled)`,
      );
    const button = inCard(control.action) ?? inCard('back') ?? inCard('on');
    (button ?? list.current)?.focus();
    button?.closest('li')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });

  function move(site: number, action: 'back' | 'on'): void {
    next.current = { site, action };
    edit?.move(site, action === 'back' ? -1 : 1);
  }

  function remove(site: number): void {
    const at = places.findIndex((place) => place.site === site);
    const neighbor = places[at + 1] ?? places[at - 1];
    if (neighbor) next.current = { site: neighbor.site, action: 'remove' };
    edit?.remove(site);
  }

  return (
    <ul ref={list} className={`${styles.cards} scroll-x`} tabIndex={-1} aria-label="Sites">
      {places.map(({ site, card }, at) => (
        <Card
          as="li"
          key={site}
          className={`column relative shrinks text-xs ${styles.card}`}
          data-site={site}
        >
          {card ? (
            <Facts card={card} today={today} />
          ) : (
            <Absent site={site} isLoading={card === undefined && !isFailed} isUnknown={card === null} />
          )}
          {edit && site > 0 && (
            <p className={`${styles.controls} rounded surface`}>
              {card && actions.map(([path, Action]) => <Action key={path} site={card} />)}
              <IconButton
                icon={ChevronLeft}
                size={14}
                data-action="back"
                disabled={at === 0}
                label={`Move ${nameOf(site, card)} back`}
                title="Move back"
                onClick={() => move(site, 'back')}
              />
              <IconButton
                icon={ChevronRight}
                size={14}
                data-action="on"
                disabled={at === places.length - 1}
                label={`Move ${nameOf(site, card)} on`}
                title="Move on"
                onClick={() => move(site, 'on')}
              />
              <IconButton
                icon={X}
                size={14}
                data-action="remove"
                label={`Remove ${nameOf(site, card)} from the basket`}
                title="Remove from the basket"
                onClick={() => remove(site)}
              />
            </p>
          )}
        </Card>
      ))}
      {children && <li className="rigid">{children}</li>}
    </ul>
  );
}

function nameOf(site: number, card: SiteCard | null | undefined): string {
  return card?.loc_name ?? `site ${site}`;
}

function Facts({
  card: { loc_ndx, loc_name, loc_type_name, record },
  today,
}: {
  card: SiteCard;
  today: string;
}) {
  const described = record && describeFinding(record, { today, now: new Date() });
  const { bar, ...standing } = described ? standingOf(described, 'row') : { bar: undefined };
  const notes = [
    record?.parameter_name ?? loc_type_name,
    described?.change,
    described?.date,
    described?.isProvisional && 'provisional',
  ];
  return (
    <>
      <h3 className="ellipsis regular text-sm">
        <a className="plain-link" href={pathOfSite(loc_ndx)} title={loc_name}>
          {loc_name}
        </a>
      </h3>
      <Row data-spread gap={2} className={styles.figure}>
        <strong>{described?.value ?? 'No value yet'}</strong>
        {bar !== undefined && <Bar markup={bar} />}
      </Row>
      {'text' in standing && <Standing {...standing} bar={undefined} />}
      <p className="quiet">{notes.filter(Boolean).join(' · ')}</p>
      {described?.reading && (
        <p className="quiet">
          <Reading reading={described.reading} />
        </p>
      )}
    </>
  );
}

type AbsentProps = { site: number; isLoading: boolean; isUnknown: boolean };

function Absent({ site, isLoading, isUnknown }: AbsentProps) {
  if (isLoading) return <span className="grow placeholder" role="status" aria-label="Loading a site" />;
  return (
    <>
      <h3 className="ellipsis regular text-sm">Site {site}</h3>
      <p className="quiet">{isUnknown ? 'Not in the portal at present.' : 'Not loaded.'}</p>
    </>
  );
}
