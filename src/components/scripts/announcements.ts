import { createElement } from '#lib/create-element.ts';
import { splitTextLinks } from '#lib/text-links.ts';
import {
  type Announcement,
  dismissAnnouncement,
  loadAnnouncements,
  readLoadedAnnouncements,
  severityName,
} from '#stores/announcements.ts';

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

function render(region: HTMLElement, announcements: readonly Announcement[]): void {
  region.replaceChildren(...announcements.map((each) => createItem(region, each)));
  region.hidden = announcements.length === 0;
}

function createItem(region: HTMLElement, announcement: Announcement): HTMLElement {
  const { title, message, severity } = announcement;
  const text = createElement(
    'p',
    { class: 'announcement-text' },
    createElement('strong', { class: 'announcement-severity' }, severityName(announcement)),
    ' ',
    createElement('strong', { class: 'announcement-title' }, createElement('bdi', {}, title)),
    ' ',
    createMessage(message),
  );
  const close = createButton('Dismiss');
  close.setAttribute('aria-label', `Dismiss “${title}”`);
  const item = createElement(
    'article',
    { class: 'announcement', 'data-severity': severity },
    text,
    createElement('p', { class: 'announcement-choices' }, createMoreButton(text, title), close),
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

/** Opens and closes a long text, of which a few lines show at first. Hidden where the whole text fits. */
function createMoreButton(text: HTMLElement, title: string): HTMLButtonElement {
  const button = createButton('Show more');
  button.hidden = true;
  const isOpen = () => text.dataset.open !== undefined;
  const label = () => {
    button.textContent = isOpen() ? 'Show less' : 'Show more';
    button.setAttribute('aria-label', `${button.textContent} of “${title}”`);
    button.setAttribute('aria-expanded', String(isOpen()));
  };
  button.addEventListener('click', () => {
    text.toggleAttribute('data-open');
    label();
  });
  label();
  new ResizeObserver(() => {
    button.hidden = !isOpen() && text.scrollHeight <= text.clientHeight + 1;
  }).observe(text);
  return button;
}

function createButton(label: string): HTMLButtonElement {
  return createElement('button', { type: 'button', class: 'button button-quiet' }, label);
}
