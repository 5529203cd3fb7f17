import { createElement } from '#lib/create-element.ts';
import { fetchWithRetry } from '#lib/fetch-with-retry.ts';
import { parseStoredJson, property, safeLocalStorage, safeSessionStorage } from '#lib/storage.ts';
import { splitTextLinks } from '#lib/text-links.ts';
import { recordResponse } from '#stores/last-responses.ts';

/** An announcement in its period, as visitors get it. */
type Announcement = {
  readonly id: string;
  readonly updated_at: string;
  readonly title: string;
  readonly message: string;
  readonly severity: 'info' | 'warning';
};

const dismissedKey = 'dismissed-announcements';
const loadedKey = 'announcements';
const maxStored = 50;
const timeoutMs = 10_000;

/** Shows announcements where the page has a place for them. */
export async function startAnnouncements(): Promise<void> {
  const region = document.querySelector<HTMLElement>('[data-announcements]');
  if (!region) return;
  try {
    await showAnnouncements(region);
  } catch (error) {
    console.warn('The announcements could not be loaded.', error);
  }
}

/** Shows the announcements: at once those of an earlier page, then those of now. */
async function showAnnouncements(region: HTMLElement): Promise<void> {
  const earlier = readLoadedAnnouncements();
  render(region, earlier);
  const current = await loadAnnouncements(region.dataset.announcements ?? '');
  if (JSON.stringify(current) !== JSON.stringify(earlier)) render(region, current);
}

/** Shows a line of the first announcement, and all of them once the line is opened. */
function render(region: HTMLElement, announcements: readonly Announcement[]): void {
  delete region.dataset.open;
  region.replaceChildren(...announcements.map((each) => createItem(region, each)));
  region.hidden = announcements.length === 0;
}

function createItem(region: HTMLElement, announcement: Announcement): HTMLElement {
  const { title, message, severity } = announcement;
  const text = createElement(
    'p',
    { class: 'announcement-text' },
    createElement('strong', {}, severity === 'warning' ? 'Warning' : 'Information'),
    ' ',
    createElement('strong', {}, createElement('bdi', {}, title)),
    ' ',
    createMessage(message),
  );
  const close = createButton('Dismiss');
  close.setAttribute('aria-label', `Dismiss “${title}”`);
  const item = createElement(
    'article',
    { class: 'announcement ink', 'data-severity': severity },
    text,
    createElement(
      'p',
      { class: 'row push', 'data-gap': '0', 'data-nowrap': '' },
      createMoreButton(region, text),
      close,
    ),
  );
  close.addEventListener('click', () => {
    dismissAnnouncement(announcement);
    item.remove();
    region.hidden = region.childElementCount === 0;
  });
  return item;
}

/** People's text is inserted as text, never as markup; its addresses become links. */
function createMessage(message: string): HTMLElement {
  const parts = splitTextLinks(message).map(({ text, href }) =>
    href === undefined
      ? text
      : createElement('a', { href, rel: 'noopener noreferrer nofollow', target: '_blank' }, text),
  );
  return createElement('bdi', {}, ...parts);
}

/** Opens and closes the bar. Hidden where the one line says everything, and where the line above has the button. */
function createMoreButton(region: HTMLElement, text: HTMLElement): HTMLButtonElement {
  const button = createButton('');
  const links = [...text.querySelectorAll('a')].map((element) => ({ element, href: element.href }));
  const update = () => {
    // A link behind the end of the line can't be seen, so the keyboard passes it by.
    const { left, right } = text.getBoundingClientRect();
    for (const { element, href } of links) {
      const box = element.getBoundingClientRect();
      const isSeen = box.left >= left - 1 && box.right <= right + 1;
      if (isSeen) element.href = href;
      else element.removeAttribute('href');
    }
    const isOpen = region.dataset.open !== undefined;
    const others = region.childElementCount - 1;
    button.textContent = isOpen ? 'Show less' : others > 0 ? `Show all ${others + 1}` : 'Show more';
    button.setAttribute('aria-expanded', String(isOpen));
    const isFirst = region.firstElementChild?.contains(button) === true;
    button.hidden = !isFirst || (!isOpen && others === 0 && text.scrollWidth <= text.clientWidth + 1);
  };
  button.addEventListener('click', () => {
    region.toggleAttribute('data-open');
    update();
  });
  new ResizeObserver(update).observe(text);
  new MutationObserver(update).observe(region, { childList: true });
  return button;
}

function createButton(label: string): HTMLButtonElement {
  return createElement('button', { type: 'button', class: 'button button-quiet' }, label);
}

/**
 * Loads the announcements of this time that were not dismissed in this browser. Every page of a signed-in person calls
 * it, so it does without the requester and its schemas.
 */
async function loadAnnouncements(address: string): Promise<readonly Announcement[]> {
  const response = await fetchWithRetry(address, { timeoutMs });
  const text = response.ok ? await response.text() : '[]';
  safeSessionStorage.setItem(loadedKey, text);
  recordResponse({ method: 'GET', path: address, outcome: response.status, body: parseList(text) });
  return parseAnnouncements(text);
}

/** The announcements that an earlier page of this tab loaded, so that the next one shows them without a jump. */
function readLoadedAnnouncements(): readonly Announcement[] {
  return parseAnnouncements(safeSessionStorage.getItem(loadedKey));
}

/** Hides an announcement in this browser until it changes. */
function dismissAnnouncement(announcement: Announcement): void {
  safeLocalStorage.setItem(
    dismissedKey,
    JSON.stringify([...readDismissed(), dismissalKey(announcement)].slice(-maxStored)),
    'the next page shows the announcement again',
  );
}

/** Identifies an announcement in the list of dismissed ones, until it changes. */
function dismissalKey({ id, updated_at }: Announcement): string {
  return `${id}@${updated_at}`;
}

function parseAnnouncements(text: string | null): readonly Announcement[] {
  const dismissed = readDismissed();
  return parseList(text)
    .map(toAnnouncement)
    .filter((each) => !dismissed.includes(dismissalKey(each)));
}

function readDismissed(): readonly string[] {
  return parseList(safeLocalStorage.getItem(dismissedKey)).map(String);
}

function parseList(text: string | null): readonly unknown[] {
  const list = parseStoredJson(text);
  return Array.isArray(list) ? list : [];
}

function toAnnouncement(record: unknown): Announcement {
  const text = (name: string) => {
    const value = property(record, name);
    return typeof value === 'string' ? value : '';
  };
  return {
    id: text('id'),
    updated_at: text('updated_at'),
    title: text('title'),
    message: text('message'),
    severity: property(record, 'severity') === 'warning' ? 'warning' : 'info',
  };
}
