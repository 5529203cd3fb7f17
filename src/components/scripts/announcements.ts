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
  const item = create('article', 'announcement');
  item.dataset.severity = announcement.severity;
  const text = create('p', 'announcement-text');
  const severity = create('strong', 'announcement-severity', severityName(announcement));
  const title = create('strong', 'announcement-title');
  title.append(create('bdi', '', announcement.title));
  text.append(severity, ' ', title, ' ', createMessage(announcement.message));
  const close = createButton('Dismiss');
  close.setAttribute('aria-label', `Dismiss “${announcement.title}”`);
  close.addEventListener('click', () => {
    dismissAnnouncement(announcement);
    item.remove();
    region.hidden = region.childElementCount === 0;
  });
  const choices = create('p', 'announcement-choices');
  choices.append(createMoreButton(text, announcement.title), close);
  item.append(text, choices);
  return item;
}

/** People's text is inserted as text, never as markup; its addresses become links. */
function createMessage(message: string): HTMLElement {
  const element = create('bdi');
  for (const { text, href } of splitTextLinks(message)) {
    if (href === undefined) {
      element.append(text);
      continue;
    }
    const link = document.createElement('a');
    link.href = href;
    link.textContent = text;
    link.rel = 'noopener noreferrer nofollow';
    link.target = '_blank';
    element.append(link);
  }
  return element;
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
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'button button-quiet';
  button.textContent = label;
  return button;
}

function create(tag: string, className = '', text = ''): HTMLElement {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.textContent = text;
  return element;
}
