import { createElement } from '#lib/page/create-element.ts';

export const brokenText =
  'Something went wrong, and this part of the page has stopped working. Reload the page to go on.';

/** Renders a page that has no framework; an error is reported, and said in place of the page. */
export function guardRender(page: HTMLElement, render: () => void): void {
  try {
    render();
  } catch (error) {
    reportError(error);
    const reload = createElement(
      'button',
      { type: 'button', class: 'button button-small button-plain' },
      'Reload',
    );
    reload.addEventListener('click', () => location.reload());
    const attributes = { role: 'alert', class: 'island-failed' };
    page.replaceChildren(createElement('p', attributes, `${brokenText} `, reload));
  }
}
