import { createElement } from '#lib/create-element.ts';
import { createPassageFinder } from '../docs/find-passages.ts';
import type { Passage } from '../docs/parse-passages.ts';

const excerptLength = 140;

/** Searches the documentation. The index and the search library load when the field gets the focus. */
export function startDocsSearch(): void {
  const root = document.querySelector<HTMLElement>('[data-docs-search]');
  const field = root?.querySelector<HTMLInputElement>('[data-docs-query]');
  const list = root?.querySelector<HTMLElement>('[data-docs-results]');
  const status = root?.querySelector<HTMLElement>('[data-docs-status]');
  if (!root || !field || !list || !status) return;

  let engine: Promise<(text: string) => readonly Passage[]> | undefined;
  const load = () => {
    engine ??= loadEngine().catch((error: unknown) => {
      engine = undefined;
      throw error;
    });
    return engine;
  };

  async function search(): Promise<void> {
    if (!field || !list || !status) return;
    const text = field.value.trim();
    if (text.length < 2) {
      list.hidden = true;
      status.textContent = '';
      return;
    }
    try {
      const find = await load();
      if (field.value.trim() !== text) return;
      const found = find(text);
      list.replaceChildren(...found.map((passage) => createResultItem(passage, text)));
      if (found.length === 0) list.replaceChildren(createMessageItem(`Nothing was found for “${text}”.`));
      status.textContent = found.length === 0 ? 'Nothing was found.' : `${found.length} passages were found.`;
    } catch {
      list.replaceChildren(createMessageItem('The search could not be loaded. Try again in a moment.'));
      status.textContent = 'The search could not be loaded.';
    }
    list.hidden = false;
  }

  field.addEventListener('focus', () => void load().catch(() => {}));
  field.addEventListener('input', () => void search());
  root.addEventListener('keydown', (event) => {
    const links = [...list.querySelectorAll('a')];
    const focused = document.activeElement;
    const here = focused instanceof HTMLAnchorElement ? links.indexOf(focused) : -1;
    if (event.key === 'Escape') {
      list.hidden = true;
      field.focus();
    } else if (event.key === 'ArrowDown' && links.length > 0) {
      links[Math.min(here + 1, links.length - 1)]?.focus();
      event.preventDefault();
    } else if (event.key === 'ArrowUp' && here >= 0) {
      (links[here - 1] ?? field).focus();
      event.preventDefault();
    }
  });
  document.addEventListener('pointerdown', ({ target }) => {
    if (target instanceof Node && !root.contains(target)) list.hidden = true;
  });
}

async function loadEngine(): Promise<(text: string) => readonly Passage[]> {
  const [{ default: Fuse }, response] = await Promise.all([
    import('fuse.js'),
    fetch('/documentation/search.json', { signal: AbortSignal.timeout(10_000) }),
  ]);
  if (!response.ok) throw new Error(`The index answered ${response.status}.`);
  const passages: Passage[] = await response.json();
  return createPassageFinder(Fuse, passages);
}

function createResultItem({ href, page, heading, text }: Passage, query: string): HTMLElement {
  const title = createElement('strong', {}, heading === page ? page : `${page}: ${heading}`);
  const excerpt = createElement('span', { class: 'quiet-xs' }, toExcerpt(text, query));
  return createElement('li', {}, createElement('a', { href }, title, excerpt));
}

/** Cuts the text around the first match. */
function toExcerpt(text: string, query: string): string {
  const at = Math.max(0, text.toLowerCase().indexOf(query.toLowerCase()) - 40);
  const cut = text.slice(at, at + excerptLength);
  return `${at > 0 ? '… ' : ''}${cut}${at + excerptLength < text.length ? ' …' : ''}`;
}

function createMessageItem(text: string): HTMLElement {
  return createElement('li', { class: 'docs-no-results' }, text);
}
