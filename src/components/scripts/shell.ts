import { todayInBasin } from '#lib/basin-clock.ts';
import { onStorageFault } from '#lib/page/storage.ts';
import { $toasts, closeToast, holdToasts, showToast, type Toast } from '#lib/page/toasts.ts';
import { $admitted, $session, startSession } from '#session/session.ts';
import { audiencesOf } from '#session/session-core.ts';
import { startDemonstrationMark } from '#stores/demonstration-mark.ts';
import { $theme, setTheme } from '#stores/theme.ts';

const starts = Object.values(
  import.meta.glob<() => void>('../../features/*/fills/every-page.ts', { eager: true, import: 'default' }),
);

const endedMessage =
  'Your session has ended. Sign in again to continue; what you have entered is still here.';

startErrorReports();
startSkipLink();
startThemeSwitch();
showSession();
startSessionEnded();
startDeveloperTools();
for (const start of starts) start();
startToastRegion();
startYear();
void startDemonstrationMark();
startSignedInParts();

/** Reports what the page's scripts did not catch, and what ended a screen. */
function startErrorReports(): void {
  const report = async (error: unknown) => {
    if (!(error instanceof Error)) return;
    try {
      const { sendPageError } = await import('#stores/page-errors.ts');
      await sendPageError(error);
    } catch {
      // There is nobody to tell.
    }
  };
  addEventListener('error', ({ error }) => void report(error));
  addEventListener('unhandledrejection', ({ reason }) => void report(reason));
}

/** Shows the current year in the copyright line, instead of the year in which the pages were built. */
function startYear(): void {
  const yearElement = document.querySelector('[data-year]');
  if (!yearElement) return;
  yearElement.textContent = todayInBasin(new Date()).slice(0, 4);
}

/** Moves the focus as the link would, without changing the address or the history. */
function startSkipLink(): void {
  document.querySelector('.skip-link')?.addEventListener('click', (event) => {
    const content = document.getElementById('content');
    if (!content) return;
    event.preventDefault();
    content.focus();
  });
}

/** Connects the top bar's three radio buttons to the theme. */
function startThemeSwitch(): void {
  const choices = document.querySelectorAll<HTMLInputElement>('.theme-choices input');
  $theme.subscribe((theme) => {
    for (const choice of choices) choice.checked = choice.value === theme;
  });
  for (const choice of choices) {
    choice.addEventListener('change', () => {
      if (choice.value === 'LIGHT' || choice.value === 'DARK' || choice.value === 'DEFAULT') {
        setTheme(choice.value);
      }
    });
  }
  const list = document.querySelector('.theme-choices');
  const button = document.querySelector('.theme-button');
  list?.addEventListener('toggle', (event) => {
    const isOpen = event instanceof ToggleEvent && event.newState === 'open';
    button?.setAttribute('aria-expanded', String(isOpen));
    if (isOpen) for (const choice of choices) if (choice.checked) choice.focus();
  });
}

/** Opens the developer tools. Their code loads when they are opened for the first time. */
function startDeveloperTools(): void {
  const drawer = document.querySelector<HTMLDialogElement>('[data-developer-tools]');
  const buttons = document.querySelectorAll<HTMLElement>('[data-developer-open]');
  const body = drawer?.querySelector<HTMLElement>('[data-developer-body]');
  if (!drawer || !body) return;

  async function open(): Promise<void> {
    if (!drawer || !body) return;
    body.replaceChildren('Loading…');
    drawer.showModal();
    try {
      const { renderDeveloperTools } = await import('./developer-tools.ts');
      renderDeveloperTools(body, drawer.dataset.version ?? '');
    } catch {
      body.replaceChildren('The developer tools could not be loaded. Close them and try again.');
    }
  }

  for (const button of buttons) button.addEventListener('click', open);
  drawer.addEventListener('click', (event) => {
    const isClose = event.target instanceof Element && event.target.closest('[data-developer-close]');
    if (event.target === drawer || isClose) drawer.close();
  });
}

/** Shows the toasts of the page. Their timers stop while the pointer or the focus is on one of them. */
function startToastRegion(): void {
  const region = document.querySelector<HTMLElement>('[data-toast-region]');
  const template = region?.querySelector('template');
  if (!region || !template) return;
  const shown = new Map<number, Element>();

  function createElement({ id, message, severity }: Toast): Element | null {
    const fragment = document.importNode(template?.content ?? new DocumentFragment(), true);
    const toast = fragment.querySelector<HTMLElement>('.toast');
    const text = fragment.querySelector('p');
    if (!toast || !text) return null;
    toast.dataset.severity = severity;
    if (severity === 'error') toast.role = 'alert';
    text.textContent = message;
    toast.querySelector('button')?.addEventListener('click', () => closeToast(id));
    return toast;
  }

  $toasts.subscribe((toasts) => {
    for (const [id, element] of shown) {
      if (toasts.some((toast) => toast.id === id)) continue;
      element.remove();
      shown.delete(id);
    }
    for (const toast of toasts) {
      if (shown.has(toast.id)) continue;
      const element = createElement(toast);
      if (!element) continue;
      shown.set(toast.id, element);
      region.append(element);
    }
    // An element that is removed says neither that the pointer has left it nor that the focus has.
    holdToasts('focus', region.contains(document.activeElement));
    if (toasts.length === 0) holdToasts('pointer', false);
  });
  onStorageFault((message) => showToast(message, 'warning'));
  region.addEventListener('pointerenter', () => holdToasts('pointer', true));
  region.addEventListener('pointerleave', () => holdToasts('pointer', false));
  region.addEventListener('focusin', () => holdToasts('focus', true));
  // While another window has the focus, the element keeps that of the page.
  region.addEventListener('focusout', ({ relatedTarget }) =>
    holdToasts('focus', region.contains((relatedTarget ?? document.activeElement) as Node | null)),
  );
}

/**
 * Starts what only signed-in people have: lookup tables, and ends the sign-in that was under way. Its code loads for nobody
 * else, and not on the page that signs in: only the next page shows whether the session was stored.
 */
function startSignedInParts(): void {
  if (document.body.dataset.layout === 'auth') return;
  let isRequested = false;
  $session.subscribe(async ({ status }) => {
    if (status !== 'signed-in' || isRequested) return;
    isRequested = true;
    try {
      const [{ clearJustSignedIn }, { startLookups }] = await Promise.all([
        import('#session/just-signed-in.ts'),
        import('./lookups.ts'),
      ]);
      clearJustSignedIn();
      startLookups();
    } catch (error) {
      console.warn('A part of the page for signed-in people could not be loaded.', error);
    }
  });
}

/** Updates the page with the session: visible items, the user's menu, the content of guarded pages. */
function showSession(): void {
  const root = document.documentElement;
  $session.subscribe((session) => {
    const user = 'user' in session ? session.user : undefined;
    root.dataset.session = session.status;
    // While a stored session is being renewed, the page stays as head.ts left it.
    if (session.status === 'unknown') return;
    root.dataset.sees = user ? audiencesOf(user) : '';
    if (user?.organization) root.dataset.organization = user.organization;
  });
  $admitted.subscribe((admitted) => {
    if (admitted) root.dataset.admitted = '';
    else delete root.dataset.admitted;
  });
  // Returns to the address that the page has when the link is used.
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-log-in]')) {
    link.addEventListener('click', () => {
      link.hash = location.pathname + location.search + location.hash;
    });
  }
  startSession();
}

/** Shows a banner after the session has ended. Its link signs in again in another tab, so that nothing is lost. */
function startSessionEnded(): void {
  const banner = document.querySelector<HTMLElement>('[data-session-ended]');
  const text = banner?.querySelector('[data-session-ended-words]');
  const clock = banner?.querySelector<HTMLElement>('[data-session-ended-clock]');
  if (!banner || !text || !clock) return;
  const root = document.documentElement;
  const measure = () =>
    root.style.setProperty('--banner-height', `${banner.getBoundingClientRect().height}px`);
  new ResizeObserver(measure).observe(banner);

  $session.subscribe(async (session) => {
    const isOver = session.status === 'ended';
    banner.hidden = !isOver;
    text.textContent = isOver ? endedMessage : '';
    clock.hidden = true;
    measure();
    if (!isOver || session.reason !== 'clock') return;
    const { describeClock } = await import('#session/clock-offset.ts');
    clock.textContent = await describeClock();
    clock.hidden = false;
  });
  banner.querySelector('[data-session-leave]')?.addEventListener('click', () => location.assign('/'));
}
