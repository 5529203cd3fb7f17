import styles from './Grid.module.css';

export type TableSemantics = {
  readonly caption: string;
  /** Whether each row of the page is highlighted. */
  readonly highlighted: readonly boolean[];
  /** Rows can be chosen by a click or by Enter. */
  readonly clickable: boolean;
};

/**
 * Adds what no option of Grid.js gives its table: the plain roles, the caption and the state of each row.
 * Attributes that Grid.js does not set survive its next render.
 */
export function addTableSemantics(
  host: HTMLElement,
  { caption, highlighted, clickable }: TableSemantics,
): void {
  for (const element of host.querySelectorAll('[role="complementary"], table[role]')) {
    element.removeAttribute('role');
  }
  host.querySelector('#gridjs-temp')?.removeAttribute('id');
  const table = host.querySelector('table');
  if (!table) return;
  setCaption(table, caption);
  for (const [index, row] of [...(table.tBodies[0]?.rows ?? [])].entries()) {
    setAttribute(row, 'aria-current', highlighted[index] ? 'true' : undefined);
    setAttribute(row, 'tabindex', clickable ? '0' : undefined);
  }
}

function setCaption(table: HTMLTableElement, text: string): void {
  const caption = table.caption ?? table.createCaption();
  if (caption.textContent === text) return;
  caption.textContent = text;
  caption.className = styles.unseen ?? '';
}

function setAttribute(element: Element, name: string, value: string | undefined): void {
  if (value === undefined) element.removeAttribute(name);
  else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}
