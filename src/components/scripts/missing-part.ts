import { onMissingPart } from '#lib/page/missing-part.ts';
import { allowReload, findTypedText, type TypedText } from '#lib/page/typed-text.ts';

/**
 * Says so when a script or a style of the page cannot be loaded, as after an update of the portal, and offers to reload. It
 * runs in the head of the page, because the page's other scripts may be what is missing.
 */
export function followMissingParts(): void {
  addEventListener(
    'error',
    (event) => {
      const { target } = event;
      // A style that is loaded later has the attribute.
      const isStyle =
        target instanceof HTMLLinkElement && target.rel === 'stylesheet' && target.crossOrigin === null;
      const isPart = isStyle || target instanceof HTMLScriptElement;
      if (isPart || isModuleFault(event.message ?? '')) showNotice();
    },
    true,
  );
  addEventListener('vite:preloadError', showNotice);
  onMissingPart(showNotice);
  document.addEventListener('astro:hydration-error', ({ target }) => {
    if (target instanceof HTMLElement) showFailure(target);
    showNotice();
  });
}

/** Whether an error's message is a browser's for a module that cannot be loaded. */
export function isModuleFault(message: string): boolean {
  return /dynamically imported module|importing a module script failed|unable to preload css/i.test(message);
}

/** What follows for each kind of typed text. */
const missingPartAdvice: Readonly<Record<TypedText, string>> = {
  none: 'Reload the page.',
  stored: 'Reload the page; what you have entered stays.',
  unstored: 'Save or copy what you have entered, then reload the page.',
};

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

/** Shows the notice, as soon as the page has a place for it. */
function showNotice(): void {
  if (!renderNotice()) document.addEventListener('DOMContentLoaded', renderNotice, { once: true });
}

/** @returns whether the page has a place for it */
function renderNotice(): boolean {
  const notice = document.querySelector<HTMLElement>('[data-reload-notice]');
  const text = notice?.querySelector('p');
  const [reload, close] = notice?.querySelectorAll('button') ?? [];
  if (!notice || !text || !reload || !close) return false;
  if (!isMeasured) measureNotice(notice);
  notice.hidden = false;
  text.textContent = `A part of this page could not be loaded. ${missingPartAdvice[findTypedTextAnywhere()]}`;
  reload.onclick = () => {
    if (findTypedText() === 'stored') allowReload();
    location.reload();
  };
  close.onclick = () => {
    notice.hidden = true;
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
