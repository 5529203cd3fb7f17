import { useStore } from '@nanostores/react';
import { ChartLine, Check, Link, ListPlus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { countSites, pathOfSharedSites, type SharedSites } from '#domain/basket.ts';
import { Button, buttonClass, Notice } from '#kits/ui/index.ts';
import { useScreen } from '#kits/ui/use-screen.ts';
import { todayInBasin } from '#lib/calendar.ts';
import { createAddress } from '#stores/address.ts';
import { request } from '#stores/api.ts';
import { basket } from '#stores/basket.ts';
import { errorOf } from '#stores/queries.ts';
import { showToast } from '#stores/toasts.ts';
import styles from './BasketStrip.module.css';
import { Cards } from './Cards.tsx';
import { emptyBasketText, headingId } from './empty-basket.ts';
import { noteCards } from './note-cards.ts';
import { type BasketStripState, createBasketStrip } from './strip.ts';

/** The person’s basket as a strip of cards, or the sites that a link shares. */
export function BasketStrip() {
  const strip = useScreen(() =>
    createBasketStrip({ request, basket, address: createPageAddress(), now: Date.now }),
  );
  const shared = useStore(strip.$shared);
  return (
    <section className={styles.strip} aria-labelledby={headingId}>
      {shared ? <Shared strip={strip} shared={shared} /> : <Mine strip={strip} />}
    </section>
  );
}

/** The address that the page's other parts follow as well: they hear of a step as they hear of Back. */
function createPageAddress() {
  const address = createAddress({ delay: 0 });
  return {
    ...address,
    push(query: string) {
      address.push(query);
      dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
    },
  };
}

const [beforeMap, beforeTable, atEnd] = emptyBasketText;

function Mine({ strip }: { strip: BasketStripState }) {
  const { status, sites, isUnsaved, message } = useStore(basket.$basket);
  const isEmpty = status === 'ready' && sites.length === 0;
  useEffect(() => {
    if (status === 'ready') noteCards(!isEmpty);
  }, [status, isEmpty]);
  return (
    <>
      <div className={styles.head}>
        <h2 id={headingId}>
          My basket
          {sites.length > 0 && <span className={styles.count}> ({countSites(sites.length)})</span>}
        </h2>
        {sites.length > 0 && (
          <p className={styles.actions}>
            <ShareButton sites={sites} />
            <CompareLink strip={strip} />
          </p>
        )}
      </div>
      {status === 'failed' && (
        <Notice severity="error" action={<Button onClick={() => void basket.retry()}>Try again</Button>}>
          Your basket could not be loaded. {message}
        </Notice>
      )}
      {isUnsaved && status === 'ready' && (
        <Notice severity="warning" action={<Button onClick={() => void basket.retry()}>Save now</Button>}>
          The last changes of your basket are not saved yet.
        </Notice>
      )}
      {isEmpty ? (
        <p className={styles.empty}>
          {beforeMap}
          <a href="/watershed-overview/map-of-sites">map</a>
          {beforeTable}
          <a href="/watershed-overview/site-summary-table">Site Summary Table</a>
          {atEnd}
        </p>
      ) : (
        <Body strip={strip} isLoading={status === 'loading' && sites.length === 0} editable />
      )}
    </>
  );
}

function Shared({ strip, shared }: { strip: BasketStripState; shared: SharedSites }) {
  const { status, sites: mine } = useStore(basket.$basket);
  const { sites, faults } = shared;
  const isAllMine = sites.every((site) => mine.includes(site));
  return (
    <>
      <div className={styles.head}>
        <h2 id={headingId}>
          Shared sites <span className={styles.count}>({countSites(sites.length)})</span>
        </h2>
        <p className={styles.actions}>
          {sites.length > 0 && (
            <Button disabled={status === 'loading' || isAllMine} onClick={() => basket.addAll(sites)}>
              <ListPlus size={16} aria-hidden="true" />
              {isAllMine && status !== 'loading' ? 'All are in my basket' : 'Add all to my basket'}
            </Button>
          )}
          {sites.length > 0 && <CompareLink strip={strip} />}
          <Button onClick={strip.showMine}>Show mine</Button>
        </p>
      </div>
      {faults.length > 0 && <Notice severity="warning">{faults.join(' ')}</Notice>}
      {sites.length > 0 && <Body strip={strip} isLoading={false} editable={false} />}
    </>
  );
}

type BodyProps = { strip: BasketStripState; isLoading: boolean; editable: boolean };

function Body({ strip, isLoading, editable }: BodyProps) {
  const places = useStore(strip.$places);
  const state = useStore(strip.$query);
  const comparison = useStore(strip.$comparison);
  const error = state.status === 'idle' ? undefined : errorOf(state);
  const isFailed = error !== undefined && places.some(({ card }) => card === undefined);
  return (
    <>
      {isFailed && (
        <Notice severity="error" action={<Button onClick={strip.retry}>Try again</Button>}>
          The latest values could not be loaded. {error.message}
        </Notice>
      )}
      <Cards
        places={isLoading ? loadingPlaces : places}
        today={todayInBasin(new Date())}
        isFailed={isFailed}
        edit={editable ? basket : undefined}
      />
      <p className={styles.note}>{comparison?.note}</p>
    </>
  );
}

/** How many cards are held while the basket itself loads. */
const loadingPlaces = [-1, -2, -3].map((site) => ({ site, card: undefined }));

function CompareLink({ strip }: { strip: BasketStripState }) {
  const comparison = useStore(strip.$comparison);
  if (!comparison) return null;
  return (
    <a className={buttonClass()} href={comparison.href}>
      <ChartLine size={16} aria-hidden="true" /> Open in Time Series Comparisons
    </a>
  );
}

function ShareButton({ sites }: { sites: readonly number[] }) {
  const [copied, setCopied] = useState<readonly number[]>();
  async function copy(): Promise<void> {
    const link = new URL(pathOfSharedSites(sites), location.href).href;
    try {
      await navigator.clipboard.writeText(link);
      setCopied(sites);
      showToast('The link was copied to your clipboard.', 'success');
    } catch {
      showToast(`The link could not be copied. It is ${link}`, 'error', { persistent: true });
    }
  }
  const Icon = copied === sites ? Check : Link;
  return (
    <Button onClick={() => void copy()}>
      <Icon size={16} aria-hidden="true" /> Share
    </Button>
  );
}
