import { createRoot } from 'react-dom/client';
import { pageTitle } from '#config/product.ts';
import { dataAddress } from '#domain/page-paths.ts';
import { followDays } from '#kits/html/day-controls.ts';
import { guardRender } from '#kits/html/guard-render.ts';
import { listenToPrint, printPage } from '#kits/html/print-page.ts';
import { followPrint, type SheetFacts } from '#kits/html/print-sheet.ts';
import { ErrorBoundary } from '#kits/ui/ErrorBoundary.tsx';
import { copyAddress, downloadCsv } from '#kits/ui/print/download.ts';
import { formatUsDate } from '#lib/calendar.ts';
import { weekdayAndDate } from '#lib/calendar-names.ts';
import { html } from '#lib/html.ts';
import { showToast } from '#lib/page/toasts.ts';
import { indexRows, toCsv } from '#lib/table/rows.ts';
import { initialState } from '#lib/table/state.ts';
import type { River } from '../contract.ts';
import { riverColumns, sourceOfRiver, toRiverRows } from '../files.ts';
import { describeRiverDay } from '../rules.ts';
import { RiverParts, riverComment } from './RiverParts.tsx';
import { createRiver, type RiverView } from './screen.ts';

/** Starts the page River, whose head is in the HTML. */
function startRiver(page: HTMLElement): void {
  const screen = createRiver();
  const renderDays = followDays(page, screen);
  screen.$view.subscribe((view) =>
    guardRender(page, () => {
      renderDays(view);
      renderHead(page, view);
    }),
  );
  const body = page.querySelector('[data-river]');
  if (body) {
    createRoot(body).render(
      <ErrorBoundary>
        <RiverParts screen={screen} />
      </ErrorBoundary>,
    );
  }

  const onClick = (action: string, work: (river: River) => void) => {
    page.querySelector(`[data-action="${action}"]`)?.addEventListener('click', () => {
      const { river } = screen.$view.get();
      if (river) work(river);
      else showToast('There are no values to take along yet.', 'warning');
    });
  };
  onClick('print', () => void printPage());
  onClick('csv', downloadRiver);
  onClick('link', ({ on }) => copyAddress(dataAddress('river', { on }), 'It needs no access token.'));
  const foot = page.querySelector<HTMLElement>('[data-print-foot]');
  if (foot) followPrint(foot, () => describePrint(screen.$view.get()));
  listenToPrint();
  screen.start();
}

function renderHead(page: HTMLElement, { river, isLoading, isCurrent, problem }: RiverView): void {
  page.setAttribute('aria-busy', String(isLoading));
  page.dataset.state = problem?.action === 'back' ? 'refused' : river && isCurrent ? 'shown' : 'loading';
  const date = page.querySelector('[data-date]');
  const heading = page.querySelector('h1');
  if (!river || !date || !heading || problem?.action === 'back') return;
  document.title = pageTitle(`River, ${formatUsDate(river.on)}`);
  heading.textContent = describeRiverDay(river.rivers, river.on);
  date.innerHTML =
    html`${weekdayAndDate(river.on)} · cfs<span class="on-large"> · ● value of the day · ○ older than 2 days · <span class="warning strong">orange</span>: canals · width follows flow</span>`.markup;
}

function downloadRiver(river: River): void {
  const text = toCsv(
    indexRows(toRiverRows(river), riverColumns),
    initialState(riverColumns),
    riverComment(river),
  );
  downloadCsv(text, `Rivers ${river.on}`);
}

/** What the paper says of itself. */
function describePrint({ river }: RiverView): SheetFacts | undefined {
  if (!river) return undefined;
  return {
    source: sourceOfRiver(river),
    address: new URL(`?on=${river.on}`, location.href).href,
  };
}

for (const page of document.querySelectorAll<HTMLElement>('[data-river-page]')) startRiver(page);
