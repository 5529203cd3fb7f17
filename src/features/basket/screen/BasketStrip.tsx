import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { ErrorBoundary } from '#kits/ui/ErrorBoundary.tsx';
import { Button, Notice } from '#kits/ui/index.ts';
import { Row, Stack } from '#kits/ui/Layout.tsx';
import { useScreen } from '#kits/ui/screen-parts.tsx';
import { todayInBasin } from '#lib/basin-clock.ts';
import { safeLocalStorage } from '#lib/page/storage.ts';
import { showToast } from '#lib/page/toasts.ts';
import { createAddress } from '#stores/address.ts';
import { request } from '#stores/api.ts';
import { errorOf } from '#stores/queries.ts';
import { countSites, pathOfSharedSites, type SharedSites } from '../rules.ts';
import styles from './Basket.module.css';
import { basket } from './basket.ts';
import { Cards } from './Cards.tsx';
import { basketKeys } from './storage-keys.ts';
import { type BasketStripState, createBasketStrip } from './strip.ts';

const headingId = 'basket-heading';

/** Shows the strip in place of what the page has there. */
export function mountStrip(place: HTMLElement): void {
  createRoot(place).render(
    <ErrorBoundary>
      <BasketStrip />
    </ErrorBoundary>,
  );
}

/** The person’s basket as a strip of cards, or the sites that a link shares. */
function BasketStrip() {
  const strip = useScreen(() =>
    createBasketStrip({ request, basket, address: createPageAddress(), now: Date.now }),
  );
  const shared = useStore(strip.$shared);
  return (
    <Stack as="section" gap={2} aria-labelledby={headingId}>
      {shared ? <Shared strip={strip} shared={shared} /> : <Mine strip={strip} />}
    </Stack>
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

/** Notes whether the last strip of this browser had cards: the head of the next page then holds their place. */
function noteCards(hasCards: boolean): void {
  if (hasCards) safeLocalStorage.setItem(basketKeys.hadCards, 'yes');
  else safeLocalStorage.removeItem(basketKeys.hadCards);
}

function Mine({ strip }: { strip: BasketStripState }) {
  const { status, sites, isUnsaved, message } = useStore(basket.$basket);
  const isEmpty = status === 'ready' && sites.length === 0;
  useEffect(() => {
    if (status === 'ready') noteCards(!isEmpty);
  }, [status, isEmpty]);
  return (
    <>
      <Row data-spread data-baseline>
        <h2 id={headingId} className={isEmpty ? 'visually-hidden' : undefined}>
          My basket
          {sites.length > 0 && <span className="quiet regular"> ({countSites(sites.length)})</span>}
        </h2>
        {sites.length > 0 && (
          <Row as="p" className="text-sm">
            <CompareLink strip={strip} />
            <Button variant="link" onClick={() => void shareSites(sites)}>
              share
            </Button>
          </Row>
        )}
      </Row>
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
        <Row>
          <AddSite />
        </Row>
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
      <Row data-spread data-baseline>
        <h2 id={headingId}>
          Shared sites <span className="quiet regular">({countSites(sites.length)})</span>
        </h2>
        <Row as="p" className="text-sm">
          {sites.length > 0 && (
            <Button
              variant="link"
              disabled={status === 'loading' || isAllMine}
              onClick={() => basket.addAll(sites)}
            >
              {isAllMine && status !== 'loading' ? 'All are in my basket' : 'Add all to my basket'}
            </Button>
          )}
          {sites.length > 0 && <CompareLink strip={strip} />}
          <Button variant="link" onClick={strip.showMine}>
            Show mine
          </Button>
        </Row>
      </Row>
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
      >
        {editable && <AddSite />}
      </Cards>
      <p className={`quiet ${styles.comparison}`}>{comparison?.note}</p>
    </>
  );
}

/** How many cards are held while the basket itself loads. */
const loadingPlaces = [-1, -2, -3].map((site) => ({ site, card: undefined }));

function AddSite() {
  return (
    <a
      className={`centered dashed quiet ${styles.add} no-underline touch-target`}
      href="/watershed-overview/map-of-sites"
    >
      + add a site
    </a>
  );
}

function CompareLink({ strip }: { strip: BasketStripState }) {
  const comparison = useStore(strip.$comparison);
  return comparison ? <a href={comparison.href}>compare these</a> : null;
}

async function shareSites(sites: readonly number[]): Promise<void> {
  const link = new URL(pathOfSharedSites(sites), location.href).href;
  try {
    await navigator.clipboard.writeText(link);
    showToast('The link was copied to your clipboard.', 'success');
  } catch {
    showToast(`The link could not be copied. It is ${link}`, 'error', { persistent: true });
  }
}
