import { createElement } from '#lib/page/create-element.ts';
import { parseStoredJson, property, safeLocalStorage } from '#lib/page/storage.ts';
import { splitTextLinks } from './text-links.ts';

/** An announcement in its period, as visitors get it. */
type Announcement = {
  readonly id: string;
  readonly updated_at: string;
  readonly title: string;
  readonly message: string;
  readonly severity: 'info' | 'warning';
};

const dismissedKey = 'dismissed-announcements';
const maxStored = 50;

let shown = '[]';

/** Shows announcements, as their JSON has them, but for those that were dismissed in this browser. */
export function renderAnnouncements(region: HTMLElement, text: string): void {
  if (text === shown) return;
  shown = text;
  render(region, parseAnnouncements(text));
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
    { class: 'announcement-text ellipsis shrinks text-sm' },
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

function parseAnnouncements(text: string): readonly Announcement[] {
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
