import { h, type Row } from 'gridjs';
import { Grid } from 'gridjs-react';
import { type KeyboardEvent, type MouseEvent, useLayoutEffect, useMemo, useRef } from 'react';
import type { BodyCell, BodyRow, CellAction, CellLink, HeadCell, TableState } from '#lib/table/columns.ts';
import styles from './TableView.module.css';

type GridHostProps = TableSemantics & {
  /** The shown columns; a new array replaces the table. */
  readonly columns: readonly HeadCell[];
  /** The rows of the page; a new array replaces the rows. */
  readonly rows: readonly BodyRow[];
  readonly sort: TableState['sort'];
  readonly isVisible: boolean;
  readonly onSort: (id: string) => void;
  /** Receives the position of the row on the page. */
  readonly onRow: (position: number) => void;
  /** Called when the first rows are ready. */
  readonly onDrawn: () => void;
};

/**
 * The Grid.js table, loaded only when there are rows to show. Grid.js's React component replaces the whole table when
 * its props change, which loses focus and scroll position. So its props change only with the columns. `data` and
 * `attributes` are functions of the latest props, and new rows run the pipeline of Grid.js, which updates in place.
 */
export function GridHost(props: GridHostProps) {
  const { columns, rows, isVisible } = props;
  const host = useRef<HTMLDivElement>(null);
  const grid = useRef<Grid>(null);
  const latest = useRef(props);
  /** The control that had the focus before the rows were replaced. */
  const focus = useRef<CellFocus>(undefined);

  const table = useMemo(
    () => (
      <Grid
        ref={grid}
        autoWidth={false}
        processingThrottleMs={0}
        columns={columns.map((column) => ({
          id: column.id,
          name: headContent(column, (id) => latest.current.onSort(id)),
          attributes: (_: unknown, row: Row | null) =>
            row ? { 'data-kind': column.kind } : headAttributes(column, latest.current.sort),
        }))}
        data={() => latest.current.rows.map((row) => row.map(cellContent))}
      />
    ),
    [columns],
  );

  useLayoutEffect(() => {
    latest.current = props;
    if (host.current) addTableSemantics(host.current, props);
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: `data` reads the rows
  useLayoutEffect(() => {
    const pipeline = grid.current?.getInstance().config.pipeline;
    const [extractor] = pipeline?.steps ?? [];
    if (!pipeline || !extractor) return;
    focus.current = host.current ? findCellFocus(host.current) : undefined;
    pipeline.clearCache();
    pipeline.emit('updated', extractor);
  }, [rows]);

  // Other columns come with another pipeline, perhaps before the first one has drawn.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the grid has a pipeline for each list of columns
  useLayoutEffect(() => {
    grid.current?.getInstance().config.pipeline.on('afterProcess', () => latest.current.onDrawn());
  }, [columns]);

  useLayoutEffect(() => {
    const element = host.current;
    if (!element) return;
    const observer = new MutationObserver(() => {
      addTableSemantics(element, latest.current);
      if (focus.current && restoreCellFocus(element, focus.current)) focus.current = undefined;
    });
    observer.observe(element, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, []);

  function activateRow({ target }: MouseEvent | KeyboardEvent): void {
    if (!props.clickable || !(target instanceof Element) || target.closest('a, button')) return;
    const row = target.closest<HTMLTableRowElement>('tbody tr');
    if (row) props.onRow(row.sectionRowIndex);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the rows in it take focus, and Enter
    <div
      ref={host}
      className={styles.grid}
      hidden={!isVisible}
      onClick={activateRow}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.target instanceof HTMLTableRowElement) activateRow(event);
      }}
    >
      {table}
    </div>
  );
}

function headAttributes({ id, kind }: HeadCell, sort: TableState['sort']): Record<string, string> {
  if (kind === 'actions') return { scope: 'col', 'data-kind': kind };
  return { scope: 'col', 'data-kind': kind, 'aria-sort': sort?.id === id ? sort.direction : 'none' };
}

/** A button in the body of a table, by its positions. */
type CellFocus = { readonly row: number; readonly cell: number; readonly button: number };

const controls = 'a, button';

/** Finds which control of a body cell has the focus. */
function findCellFocus(host: Element): CellFocus | undefined {
  const control = document.activeElement;
  const cell = control?.closest('td');
  const row = cell?.parentElement;
  if (!control || !cell || !(row instanceof HTMLTableRowElement) || !host.contains(row)) return undefined;
  return {
    row: row.sectionRowIndex,
    cell: cell.cellIndex,
    button: [...cell.querySelectorAll(controls)].indexOf(control),
  };
}

/**
 * Gives the focus back to a control of which the table has made a new one. Grid.js makes new rows for new data. Does
 * nothing while something else has the focus.
 * @returns whether the focus was given back
 */
function restoreCellFocus(host: Element, { row, cell, button }: CellFocus): boolean {
  if (document.activeElement && document.activeElement !== document.body) return false;
  const place = host.querySelectorAll<HTMLTableRowElement>('tbody tr')[row]?.cells[cell];
  const control = place?.querySelectorAll<HTMLElement>(controls)[button];
  control?.focus({ preventScroll: true });
  return control !== undefined;
}

type TableSemantics = {
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
function addTableSemantics(host: HTMLElement, { caption, highlighted, clickable }: TableSemantics): void {
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
  caption.className = 'visually-hidden';
}

function setAttribute(element: Element, name: string, value: string | undefined): void {
  if (value === undefined) element.removeAttribute(name);
  else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

const icons: Record<CellAction['icon'] | 'external', string> = {
  chart: 'M2.5 2v11.5H14M5 10.5l2.5-3.5L10 9l3.5-5',
  map: 'M8 14.2C4.8 10.6 3.3 8.3 3.3 6.3a4.7 4.7 0 0 1 9.4 0c0 2-1.5 4.3-4.7 7.9ZM8 8a1.7 1.7 0 1 0 0-3.4A1.7 1.7 0 0 0 8 8Z',
  open: 'M3 8h9.5M8.5 4l4 4-4 4',
  add: 'M2 3.5h8M2 8h5M2 12.5h5M12 7.5v6M9 10.5h6',
  remove: 'M2 3.5h8M2 8h5M2 12.5h5M9 10.5h6',
  external: 'M6.5 3.5h-4v10h10v-4M9 2.5h4.5V7M13.3 2.7 7 9',
};

/** The content of a header cell: a button that sorts. The header of icons is read by screen readers only. */
function headContent({ id, header, unit, kind }: HeadCell, onSort: (id: string) => void) {
  if (kind === 'actions') return visuallyHidden(header);
  return h(
    'button',
    { type: 'button', class: styles.sort ?? '', onClick: () => onSort(id) },
    h(
      'span',
      null,
      header,
      unit === undefined ? null : h('span', { class: 'muted nowrap regular' }, ` (${unit})`),
    ),
    h(
      'svg',
      { class: styles.arrows ?? '', viewBox: '0 0 10 14', width: 10, height: 14, 'aria-hidden': 'true' },
      h('path', { class: styles.up ?? '', d: 'M5 1 9 6H1Z' }),
      h('path', { class: styles.down ?? '', d: 'M5 13 1 8h8Z' }),
    ),
  );
}

/**
 * The content of a cell: icons, or a drawing and its text, which may be a link or muted. Another text is another element:
 * a browser's translation has taken the text node that would be changed.
 */
function cellContent({ text, picture, link, actions, note, mark }: BodyCell) {
  if (actions.length > 0) return h('span', { class: styles.actions ?? '' }, actions.map(actionControl));
  const linked = link ? anchor(link, text) : h('span', { key: text }, text);
  const named = picture === undefined ? linked : h('span', null, drawing(picture), linked);
  const inner = mark === undefined ? named : h('span', null, named, ' ', ringMark(mark));
  if (note === undefined) return inner;
  return h(
    'span',
    { class: mark === undefined ? (styles.muted ?? '') : '', title: note },
    inner,
    visuallyHidden(` (${note})`),
  );
}

function anchor({ href, label, external }: CellLink, text: string) {
  const name = label === text ? {} : { 'aria-label': external ? `${label} (opens in a new tab)` : label };
  if (!external) return h('a', { key: text, href, ...name }, text);
  return h(
    'a',
    { key: text, href, target: '_blank', rel: 'noopener', class: `nowrap ${styles.external}`, ...name },
    text,
    icon('external', 11),
    label === text ? visuallyHidden(' (opens in a new tab)') : null,
  );
}

function actionControl(action: CellAction) {
  const { label, icon: name } = action;
  const shared = { class: styles.action ?? '', title: label, 'aria-label': label };
  if ('onPress' in action) {
    return h('button', { type: 'button', ...shared, onClick: action.onPress }, icon(name, 16));
  }
  const inNewTab = action.external ? { target: '_blank', rel: 'noopener' } : {};
  return h('a', { href: action.href, ...shared, ...inNewTab }, icon(name, 16));
}

function drawing(markup: string) {
  return h('span', { class: styles.picture ?? '', dangerouslySetInnerHTML: { __html: markup } });
}

function ringMark(word: string) {
  return h(
    'span',
    { class: `nowrap warning ${styles.mark}` },
    h(
      'svg',
      { viewBox: '0 0 10 10', width: 9, height: 9, 'aria-hidden': 'true' },
      h('circle', { cx: 5, cy: 5, r: 3.25 }),
    ),
    word,
  );
}

function icon(name: keyof typeof icons, size: number) {
  return h(
    'svg',
    {
      viewBox: '0 0 16 16',
      width: size,
      height: size,
      fill: 'none',
      stroke: 'currentcolor',
      'stroke-width': 1.5,
      'stroke-linecap': 'round',
      'stroke-linejoin': 'round',
      'aria-hidden': 'true',
    },
    h('path', { d: icons[name] }),
  );
}

function visuallyHidden(text: string) {
  return h('span', { key: text, class: 'visually-hidden' }, text);
}
