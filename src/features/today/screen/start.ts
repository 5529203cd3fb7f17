import { parseStartPage, startPageKey } from '#config/start-page.ts';
import { dataAddress } from '#domain/page-paths.ts';
import { guardRender } from '#kits/html/guard-render.ts';
import { listenToPrint, printPage } from '#kits/html/print-page.ts';
import { copyAddress } from '#kits/ui/print/download.ts';
import { reportMissingPart } from '#lib/page/missing-part.ts';
import { onStorageChange, safeLocalStorage } from '#lib/page/storage.ts';
import { showToast } from '#lib/page/toasts.ts';
import { createAddress } from '#stores/address.ts';
import { request } from '#stores/api.ts';
import { openFigureDialog } from '#stores/figure-dialog.ts';
import type { Brief } from '../contract.ts';
import { followCupActions } from './cup-actions.ts';
import { createToday, type Today } from './screen.ts';
import { createTodayView } from './view.ts';

/** Starts the page Today, whose shell is in the HTML. The screen and its view live as long as the page. */
export function startToday(page: HTMLElement): void {
  const screen = createToday({
    request,
    address: createAddress(),
    storage: safeLocalStorage,
    now: () => new Date(),
  });
  const render = createTodayView(page, screen);
  screen.$view.subscribe((view) => guardRender(page, () => render(view)));
  followActions(page, screen);
  followCupActions(page);
  followStartPage(page);
  listenToPrint();
  screen.start();
}

function followActions(page: HTMLElement, screen: Today): void {
  const onClick = (action: string, work: () => void) => {
    for (const button of page.querySelectorAll(`[data-action="${action}"]`)) {
      button.addEventListener('click', work);
    }
  };
  /** Passes the brief that is shown to the work; `missing` is said without one. */
  const withBrief = (missing: string, work: (brief: Brief) => unknown) => () => {
    const { brief } = screen.$view.get();
    if (brief) work(brief);
    else showToast(missing, 'warning');
  };
  onClick('print', () => void printPage());
  onClick(
    'link',
    withBrief('There is no brief to link to yet.', (brief) =>
      copyAddress(dataAddress('brief', { on: brief.on }), 'It needs no access token.'),
    ),
  );
  onClick(
    'csv',
    withBrief('There is no brief to download yet.', async (brief) => {
      try {
        const { downloadBrief } = await import('./download-brief.ts');
        downloadBrief(brief);
      } catch (error) {
        console.warn('The brief could not be downloaded.', error);
        showToast('The file could not be made. Check the connection, then try again.', 'error');
      }
    }),
  );
  onClick(
    'packet',
    withBrief('There is no brief to print yet.', async (brief) => {
      try {
        const { printPacket } = await import('./packet/print-packet.ts');
        await printPacket(page, brief);
      } catch (error) {
        console.warn('The board packet could not be made.', error);
        reportMissingPart();
      }
    }),
  );
  onClick(
    'figure',
    withBrief('There is no brief with figures yet.', async (brief) => {
      await openFigureDialog?.({ kind: 'brief', brief });
    }),
  );
}

/** The choice of the start page, which signed-in people see. */
function followStartPage(page: HTMLElement): void {
  const choice = page.querySelector<HTMLInputElement>('[name="start-page"]');
  if (!choice) return;
  const read = (stored: string | null) => {
    choice.checked = parseStartPage(stored) === 'today';
  };
  read(safeLocalStorage.getItem(startPageKey));
  onStorageChange(startPageKey, read);
  choice.addEventListener('change', () => {
    if (!choice.checked) safeLocalStorage.removeItem(startPageKey);
    else if (safeLocalStorage.setItem(startPageKey, 'today', 'your start page stays the map'))
      choice.checked = false;
  });
}

for (const page of document.querySelectorAll<HTMLElement>('[data-today]')) startToday(page);
