import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import type { SiteCard } from '#contract/basket.ts';
import { pathOfSite } from '#domain/site-path.ts';
import { Sparkline } from '#kits/chart/Sparkline.tsx';
import chip from '#kits/ui/Chip.module.css';
import { Button, RingMark } from '#kits/ui/index.ts';
import type { BasketStore } from '#stores/basket-core.ts';
import styles from './Cards.module.css';
import { describeCard } from './card-text.ts';
import type { StripPlace } from './strip.ts';

type CardsProps = {
  places: readonly StripPlace[];
  today: string;
  /** The cards that are missing could not be loaded. */
  isFailed: boolean;
  /** Without one, cards are neither moved nor removed. */
  edit: Pick<BasketStore, 'move' | 'remove'> | undefined;
};

/** A button of a card: its site, and what it does. */
type Control = { readonly site: number; readonly action: 'back' | 'on' | 'remove' };

/** The cards in a row, which scrolls within its width. */
export function Cards({ places, today, isFailed, edit }: CardsProps) {
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
    <ul ref={list} className={styles.cards} tabIndex={-1} aria-label="Sites">
      {places.map(({ site, card }, at) => (
        <li key={site} className={styles.card} data-site={site}>
          {card ? (
            <Facts card={card} today={today} />
          ) : (
            <Absent site={site} isLoading={card === undefined && !isFailed} isUnknown={card === null} />
          )}
          {edit && site > 0 && (
            <p className={styles.controls}>
              <Button
                icon
                variant="quiet"
                data-action="back"
                disabled={at === 0}
                aria-label={`Move ${nameOf(site, card)} back`}
                title="Move back"
                onClick={() => move(site, 'back')}
              >
                <ChevronLeft size={16} aria-hidden="true" />
              </Button>
              <Button
                icon
                variant="quiet"
                data-action="on"
                disabled={at === places.length - 1}
                aria-label={`Move ${nameOf(site, card)} on`}
                title="Move on"
                onClick={() => move(site, 'on')}
              >
                <ChevronRight size={16} aria-hidden="true" />
              </Button>
              <Button
                icon
                variant="quiet"
                data-action="remove"
                aria-label={`Remove ${nameOf(site, card)} from the basket`}
                title="Remove from the basket"
                onClick={() => remove(site)}
              >
                <X size={16} aria-hidden="true" />
              </Button>
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

function nameOf(site: number, card: SiteCard | null | undefined): string {
  return card?.loc_name ?? `site ${site}`;
}

function Facts({ card, today }: { card: SiteCard; today: string }) {
  const text = describeCard(card, today);
  return (
    <>
      <h3 className={styles.name}>
        <a href={pathOfSite(card.loc_ndx)} title={card.loc_name}>
          {card.loc_name}
        </a>
      </h3>
      <p className={styles.muted}>
        {text.subject}
        {text.isDemonstration && ' · demonstration'}
      </p>
      <p className={styles.value}>{text.value}</p>
      {text.change !== undefined && <p>{text.change}</p>}
      {text.when !== undefined && <p className={styles.muted}>{text.when}</p>}
      {text.warning !== undefined && (
        <p className={styles.muted}>
          {text.state === 'late' ? <RingMark>{text.warning}</RingMark> : text.warning}
        </p>
      )}
      {text.class && (
        <p>
          <span className={chip.chip} data-tone={text.class.tone}>
            {text.class.text}
          </span>
        </p>
      )}
      <div className={styles.line}>{text.line && <Sparkline {...text.line} />}</div>
    </>
  );
}

type AbsentProps = { site: number; isLoading: boolean; isUnknown: boolean };

function Absent({ site, isLoading, isUnknown }: AbsentProps) {
  if (isLoading) return <span className={styles.place} role="status" aria-label="Loading a site" />;
  return (
    <>
      <h3 className={styles.name}>Site {site}</h3>
      <p className={styles.muted}>{isUnknown ? 'Not in the portal at present.' : 'Not loaded.'}</p>
    </>
  );
}
