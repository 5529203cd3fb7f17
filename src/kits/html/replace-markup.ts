const focusable = 'a[href], button, input, select, textarea, summary, [tabindex]';

/** What each element was last given. A browser writes HTML differently, and a translation changes it. */
const written = new WeakMap<Element, string>();

/**
 * Writes HTML into an element, unless it is what was written last. Focus, opened parts and what is scrolled stay where
 * they are, so that a page can be renewed while it is read.
 */
export function replaceMarkup(place: HTMLElement, markup: string): void {
  if (written.get(place) === markup) return;
  written.set(place, markup);
  const all = (selector: string) => [...place.querySelectorAll<HTMLElement>(selector)];
  const focused = all(focusable).indexOf(document.activeElement as HTMLElement);
  const isOpen = all('details').map((each) => each.hasAttribute('open'));
  const scrolled = all('*').map(({ scrollLeft, scrollTop }) => ({ scrollLeft, scrollTop }));
  place.innerHTML = markup;
  all('details').forEach((each, at) => {
    each.toggleAttribute('open', isOpen[at] ?? each.hasAttribute('open'));
  });
  all('*').forEach((each, at) => {
    const { scrollLeft = 0, scrollTop = 0 } = scrolled[at] ?? {};
    if (scrollLeft !== 0 || scrollTop !== 0) Object.assign(each, { scrollLeft, scrollTop });
  });
  all(focusable)[focused]?.focus({ preventScroll: true });
}
