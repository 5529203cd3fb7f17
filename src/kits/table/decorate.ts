import styles from './Grid.module.css';
import type { Direction } from './types.ts';

export type Decoration = {
  readonly caption: string;
  readonly sort: { readonly id: string; readonly direction: Direction } | undefined;
  /** Whether each row of the page is highlighted. */
  readonly highlighted: readonly boolean[];
  /** Rows can be chosen by a click or by Enter. */
  readonly clickable: boolean;
};

/**
 * What Grid.js leaves out of its table, put on after each of its renders: the plain roles, the caption, the
 * sorted column and the state of the rows. Attributes that it does not know survive its next render.
 */
export function decorate(host: HTMLElement, { caption, sort, highlighted, clickable }: Decoration): void {
  for (const element of host.querySelectorAll('[role="complementary"], table[role]')) {
    element.removeAttribute('role');
  }
  host.querySelector('#gridjs-temp')?.removeAttribute('id');
  const table = host.querySelector('table');
  if (!table) return;
  setCaption(table, caption);
  for (const head of table.querySelectorAll<HTMLElement>('th')) {
    const sorted = sort && head.dataset.columnId === sort.id ? sort.direction : 'none';
    setAttribute(head, 'aria-sort', sorted);
  }
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
