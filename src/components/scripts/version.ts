import { onMissingPart } from '#lib/missing-part.ts';
import { safeSessionStorage } from '#lib/storage.ts';
import { allowReload, findTypedText, type TypedText } from '#lib/typed-text.ts';

const checkMs = 5 * 60_000;
/** Until the next question, while a part is missing and the server does not answer: it may be restarting. */
const retryMs = 15_000;
const timeoutMs = 8000;
/** The builds that this tab has reloaded itself for. */
const reloadsKey = 'reloaded-for';
const noteKey = 'was-reloaded';

/**
 * Follows the version of the portal from the head of the page, because the page's own scripts may be what is missing.
 * A new build is asked for when the tab is shown and every few minutes while it is, and when a script or a style
 * cannot be loaded.
 */
export function followVersion(own: string): void {
  let checkedAt = Date.now();
  let waitMs = checkMs;
  let missing: MissingPiece | undefined;
  let isAsking = false;
  let dismissed: string | undefined;

  async function check(): Promise<void> {
    if (isAsking) return;
    isAsking = true;
    checkedAt = Date.now();
    const served = await fetchBuild();
    isAsking = false;
    waitMs = missing && served === undefined ? retryMs : checkMs;
    const reloads = (safeSessionStorage.getItem(reloadsKey) ?? '').split(' ');
    const wasReloaded = served !== undefined && reloads.includes(served);
    const typed = findTypedTextAnywhere();
    let step = chooseVersionStep({ own, served, missing, typed, wasReloaded });
    // Without a note of it in the tab's storage, a page could reload forever.
    if (step.kind === 'reload') {
      const isNoted = !safeSessionStorage.setItem(reloadsKey, [...reloads, served].join(' ').trim());
      if (isNoted) {
        safeSessionStorage.setItem(noteKey, 'yes');
        return location.reload();
      }
      step = chooseVersionStep({ own, served, missing, typed, wasReloaded: true });
    }
    if (step.kind !== 'notice' || dismissed === step.message) return;
    const { message } = step;
    showNotice(message, () => {
      dismissed = message;
    });
  }

  function checkIfDue(): void {
    if (document.visibilityState === 'visible' && Date.now() - checkedAt >= waitMs) void check();
  }

  function miss(piece: MissingPiece): void {
    if (missing !== 'needed') missing = piece;
    void check();
  }

  addEventListener(
    'error',
    (event) => {
      const { target } = event;
      // A style that is loaded later has the attribute.
      const isStyle =
        target instanceof HTMLLinkElement && target.rel === 'stylesheet' && target.crossOrigin === null;
      const isPiece = isStyle || target instanceof HTMLScriptElement;
      if (isPiece || isModuleFault(event.message ?? '')) miss('needed');
    },
    true,
  );
  addEventListener('vite:preloadError', () => miss('optional'));
  onMissingPart(() => miss('needed'));
  document.addEventListener('astro:hydration-error', ({ target }) => {
    if (target instanceof HTMLElement) showFailure(target);
    miss('needed');
  });
  document.addEventListener('visibilitychange', checkIfDue);
  addEventListener('focus', checkIfDue);
  addEventListener('pageshow', checkIfDue);
  setInterval(checkIfDue, retryMs);

  if (safeSessionStorage.getItem(noteKey) !== null) {
    safeSessionStorage.removeItem(noteKey);
    showNotice(reloadedMessage);
  }
}

/** Asks the server for its build; undefined if it does not say. */
async function fetchBuild(): Promise<string | undefined> {
  try {
    const response = await fetch('/build.json', {
      cache: 'no-store',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const { build }: { build?: unknown } = await response.json();
    return typeof build === 'string' ? build : undefined;
  } catch {
    return undefined;
  }
}

/** Also finds what was typed into a form of a page without scripts of its own, such as the login page. */
function findTypedTextAnywhere(): TypedText {
  const typed = findTypedText();
  if (typed !== 'none') return typed;
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    'form :is(input, textarea)',
  );
  const isTyped = [...fields].some(
    ({ type, value, defaultValue }) =>
      /^(text|email|password|search|textarea)$/.test(type) && value !== defaultValue,
  );
  return isTyped ? 'unstored' : 'none';
}

/** Says in place of a screen that it is missing. */
function showFailure(island: HTMLElement): void {
  const text = document.createElement(document.querySelector('h1') ? 'p' : 'h1');
  text.className = 'island-failed';
  text.textContent = 'This page could not be loaded.';
  island.replaceChildren(text);
}

type Shown = { readonly message: string; readonly onClose: () => void };

let shown: Shown | undefined;

/** Shows a message in place of an earlier one, as soon as the page has a place for it. */
function showNotice(message: string, onClose: () => void = () => {}): void {
  shown = { message, onClose };
  if (!renderNotice()) document.addEventListener('DOMContentLoaded', renderNotice, { once: true });
}

/** @returns whether the page has a place for it */
function renderNotice(): boolean {
  const notice = document.querySelector<HTMLElement>('[data-version-notice]');
  const text = notice?.querySelector('[data-version-message]');
  const reload = notice?.querySelector<HTMLElement>('[data-version-reload]');
  const close = notice?.querySelector<HTMLElement>('[data-version-close]');
  if (!shown || !notice || !text || !reload || !close) return false;
  const { message, onClose } = shown;
  if (!isMeasured) measureNotice(notice);
  notice.dataset.severity = [newVersionMessage, reloadedMessage].includes(message) ? 'info' : 'warning';
  notice.hidden = false;
  text.textContent = message;
  reload.hidden = message === reloadedMessage;
  reload.onclick = () => {
    if (findTypedText() === 'stored') allowReload();
    location.reload();
  };
  close.onclick = () => {
    notice.hidden = true;
    onClose();
  };
  return true;
}

let isMeasured = false;

/** The page ends above the notice, whatever its height. */
function measureNotice(notice: HTMLElement): void {
  isMeasured = true;
  new ResizeObserver(() => {
    document.documentElement.style.setProperty('--notice-height', `${notice.offsetHeight}px`);
  }).observe(notice);
}

/**
 * A script or a style that could not be loaded: `needed` for what the visitor waits for, such as the screen or a
 * chart, or `optional`, where the page copes without and says itself what there is to say.
 */
type MissingPiece = 'needed' | 'optional';

export type VersionFacts = {
  /** The build that the page is from. */
  readonly own: string;
  /** The build that the server has; undefined if it could not be asked. */
  readonly served: string | undefined;
  readonly missing: MissingPiece | undefined;
  readonly typed: TypedText;
  /** Whether this tab has reloaded itself for that build before. */
  readonly wasReloaded: boolean;
};

/** `notice`: a message with a button to reload. `reload`: once, without asking. */
type VersionStep =
  | { readonly kind: 'none' }
  | { readonly kind: 'reload' }
  | { readonly kind: 'notice'; readonly message: string };

const newVersionMessage = 'A new version of the portal is available.';
const reloadedMessage = 'The portal has a new version, so this page was reloaded.';
const unusable = 'The portal has a new version, and a part of this page can no longer be loaded.';

/** What follows for each kind of typed text, where a part of the page is missing. */
const advice: Readonly<Record<TypedText, string>> = {
  none: `${unusable} Reload the page.`,
  stored: `${unusable} Reload the page; what you have entered stays.`,
  unstored: `${unusable} Save or copy what you have entered, then reload the page.`,
};

/** Decides what a tab does that may be older than the portal, or that misses a script or a style. */
export function chooseVersionStep({ own, served, missing, typed, wasReloaded }: VersionFacts): VersionStep {
  const isOld = served !== undefined && served !== own;
  if (!missing) return isOld ? { kind: 'notice', message: newVersionMessage } : { kind: 'none' };
  if (isOld && typed === 'none' && !wasReloaded) return { kind: 'reload' };
  if (isOld) return { kind: 'notice', message: advice[typed] };
  if (missing === 'optional') return { kind: 'none' };
  return {
    kind: 'notice',
    message: 'A part of this page could not be loaded. Check the connection, then reload the page.',
  };
}

/** Whether an error's message is a browser's for a module that cannot be loaded. */
export function isModuleFault(message: string): boolean {
  return /dynamically imported module|importing a module script failed|unable to preload css/i.test(message);
}
