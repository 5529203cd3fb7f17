import { countOf } from '#lib/count-text.ts';
import { createElement } from '#lib/page/create-element.ts';
import { audiencesOfPage } from '#session/session.ts';
import type { FindResults, SearchAnswer, SearchResult, SearchValue } from '../../public-map/index.ts';
import { loadPortalSearch } from './load-portal-search.ts';

let search: FindResults | undefined;
/** What could not be loaded. */
let fault: string | undefined;
let show: (() => void) | undefined;

/** Searches for what is typed in the dialog. Loads the index and the sites first, or again what could not be loaded. */
export async function showSearch(dialog: HTMLDialogElement): Promise<void> {
  show ??= connect(dialog);
  if (search && fault === undefined) return;
  fault = undefined;
  show();
  try {
    const { find, hasSites, answers } = await loadPortalSearch();
    search = find;
    // The values of the sites come after their names, so that nobody waits for them.
    void answers.then(show);
    if (!hasSites) fault = 'The sites could not be loaded; places, screens and the documentation are found.';
  } catch {
    fault = 'The search could not be loaded.';
  }
  show();
}

/** Connects the field and the list of the dialog. Returns what shows the results of the text that is typed. */
function connect(dialog: HTMLDialogElement): () => void {
  const [field, list, note, status] = [
    dialog.querySelector<HTMLInputElement>('[data-search-text]'),
    dialog.querySelector<HTMLElement>('[data-search-results]'),
    dialog.querySelector<HTMLElement>('[data-search-note]'),
    dialog.querySelector<HTMLElement>('[data-search-status]'),
  ];
  if (!field || !list || !note || !status) throw new Error('The dialog of the search is incomplete.');
  let active = 0;
  let shown = '';

  function mark(next: number): void {
    const options = [...(list?.children ?? [])];
    active = options.length === 0 ? 0 : (next + options.length) % options.length;
    for (const [at, option] of options.entries()) {
      option.setAttribute('aria-selected', String(at === active));
      option.toggleAttribute('data-active', at === active);
    }
    const marked = options[active];
    if (marked) field?.setAttribute('aria-activedescendant', marked.id);
    else field?.removeAttribute('aria-activedescendant');
    marked?.scrollIntoView({ block: 'nearest' });
  }

  function showResults(): void {
    if (!field || !list || !note || !status) return;
    const text = field.value.trim();
    const { results, message = '' } = answer(text, audiencesOfPage());
    const marked = active > 0 && text === shown ? list.children[active]?.getAttribute('href') : undefined;
    list.replaceChildren(...results.map(createOption));
    field.setAttribute('aria-expanded', String(results.length > 0));
    dialog.toggleAttribute('data-empty', text === '');
    dialog.toggleAttribute('data-failed', fault !== undefined);
    note.textContent = fault ?? message;
    status.textContent = results.length > 0 ? `${countOf(results.length, 'result')}.` : '';
    // What has been marked stays so when the values arrive.
    mark(
      Math.max(
        0,
        results.findIndex(({ href }) => href === marked),
      ),
    );
    shown = text;
  }

  field.addEventListener('input', showResults);
  field.addEventListener('keydown', (event) => {
    if (event.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) mark(active + step);
    else if (event.key === 'Enter') list.querySelector<HTMLElement>('[data-active]')?.click();
    else return;
    event.preventDefault();
  });
  // A result on the page that is open does not load it again.
  list.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a')) dialog.close();
  });
  return showResults;
}

function answer(text: string, audiences: readonly string[]): SearchAnswer {
  if (text === '' || (!search && fault !== undefined)) return { results: [] };
  if (!search) return { results: [], message: 'Loading the search…' };
  const found = search(text, { audiences });
  if (found.results.length > 0 || found.message !== undefined) return found;
  const onMap: SearchResult = {
    kind: 'Map of Sites',
    name: `Find the place “${text}” on the map`,
    detail: 'By a place search service',
    href: `/watershed-overview/map-of-sites?${new URLSearchParams({ q: text })}`,
  };
  return { results: [onMap], message: `Nothing matches “${text}”.` };
}

function createOption({ href, name, detail, kind, answer: value }: SearchResult, at: number): HTMLElement {
  return createElement(
    'a',
    {
      href,
      id: `search-result-${at}`,
      role: 'option',
      tabindex: -1,
      class: 'option answer-line search-option',
    },
    createElement('span', {}, name),
    value
      ? createElement('strong', { class: 'text-sm text-end' }, value.value)
      : createElement('span', { class: 'quiet-xs' }, kind),
    createElement('span', { class: 'quiet-xs ellipsis' }, value ? `${kind} · ${detail}` : detail),
    value && createAside(value),
  );
}

/** The bar of a value and its age. */
function createAside({ bar = '', age = '', isLate }: SearchValue): HTMLElement {
  const picture = createElement('span', { class: 'search-bar' });
  // Drawn by the portal, with its label escaped.
  picture.innerHTML = bar;
  const text = createElement('span', { class: isLate ? 'warning' : '' }, age);
  return createElement('span', { class: 'quiet-xs answer-aside' }, picture, text);
}
