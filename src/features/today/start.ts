import { parseStartPage, startPageKey } from '#config/start-page.ts';
import type { Brief } from '#contract/brief.ts';
import { dataAddress } from '#domain/data-address.ts';
import { copyAddress } from '#kits/ui/copy-address.ts';
import { reportMissingPart } from '#lib/missing-part.ts';
import { onStorageChange, safeLocalStorage } from '#lib/storage.ts';
import { createAddress } from '#stores/address.ts';
import { request } from '#stores/api.ts';
import { showToast } from '#stores/toasts.ts';
import { createToday, type Today } from './screen.ts';
import { createTodayView } from './view.ts';

/** Starts the page Today, whose shell is in the HTML. The screen and its view live as long as the page. */
export function startToday(page: HTMLElement): void {
  const screen = createToday({
    request,
    address: createAddress(),
    storage: safeLocalStorage,
    now: () => new Date(),
    onReturn(callback) {
      const handle = () => document.visibilityState === 'visible' && callback();
      document.addEventListener('visibilitychange', handle);
      return () => document.removeEventListener('visibilitychange', handle);
    },
  });
  screen.$view.subscribe(createTodayView(page, screen));
  followDayField(page, screen);
  followActions(page, screen);
  followMenu(page);
  followStartPage(page);
  screen.start();
}

/** While a day is typed, the field holds other days in between: the 2 of 24, the year 0020. */
const typingMs = 700;
const firstPlausible = '1800-01-01';

/** Follows the date field, the button that opens it, and the links to other days. */
function followDayField(page: HTMLElement, screen: Today): void {
  const field = page.querySelector<HTMLInputElement>('[name="on"]');
  let timer: ReturnType<typeof setTimeout> | undefined;

  function submit(): void {
    clearTimeout(timer);
    timer = undefined;
    if (!field) return;
    if (field.validity.badInput || (field.value !== '' && field.value < firstPlausible)) screen.refuseTyped();
    else if (field.value !== '') screen.show(field.value);
  }

  field?.addEventListener('input', () => {
    clearTimeout(timer);
    const isDay = !field.validity.badInput && field.value >= firstPlausible;
    timer = isDay ? setTimeout(submit, typingMs) : undefined;
  });
  field?.addEventListener('blur', () => {
    if (timer !== undefined || field.validity.badInput) submit();
  });
  const form = page.querySelector<HTMLFormElement>('[data-days]');
  form?.addEventListener('submit', (event) => {
    event.preventDefault();
    submit();
  });
  page.querySelector('[data-action="day"]')?.addEventListener('click', ({ currentTarget }) => {
    if (!form || !(currentTarget instanceof HTMLElement)) return;
    form.hidden = !form.hidden;
    currentTarget.setAttribute('aria-expanded', String(!form.hidden));
    if (!form.hidden) field?.focus();
  });
  for (const step of page.querySelectorAll<HTMLButtonElement>('[data-step]')) {
    step.addEventListener('click', () => {
      screen.show(step.value);
      // Today has no day after it, and the focus stays in the line.
      if (step.hidden) page.querySelector<HTMLElement>('[data-step="previous"]')?.focus();
    });
  }
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
  onClick('print', () => window.print());
  onClick(
    'link',
    withBrief('There is no brief to link to yet.', (brief) =>
      copyAddress(dataAddress('brief', { on: brief.on }), 'It needs no access token.', showToast),
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
    'figure',
    withBrief('There is no brief with figures yet.', async (brief) => {
      try {
        const { openFigures } = await import('./open-figures.tsx');
        openFigures(brief);
      } catch (error) {
        console.warn('The figures for other sites could not be loaded.', error);
        reportMissingPart();
      }
    }),
  );
}

/** Closes the menu of files on Escape, when something is chosen, and when something else is pressed. */
function followMenu(page: HTMLElement): void {
  const menu = page.querySelector<HTMLDetailsElement>('[data-menu]');
  if (!menu) return;
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element) || target.closest('summary') !== null) return;
    // A dialog that a choice opens returns the focus to where it was.
    if (menu.contains(target)) menu.querySelector('summary')?.focus();
    menu.open = false;
  });
  menu.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    menu.open = false;
    menu.querySelector('summary')?.focus();
  });
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
