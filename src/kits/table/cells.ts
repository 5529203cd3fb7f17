import { h } from 'gridjs';
import type { CellAction, CellButton, CellLink } from '#lib/table/types.ts';
import styles from './Grid.module.css';
import type { BodyCell, HeadCell } from './model.ts';

const icons: Record<CellAction['icon'] | 'external', string> = {
  chart: 'M2.5 2v11.5H14M5 10.5l2.5-3.5L10 9l3.5-5',
  map: 'M8 14.2C4.8 10.6 3.3 8.3 3.3 6.3a4.7 4.7 0 0 1 9.4 0c0 2-1.5 4.3-4.7 7.9ZM8 8a1.7 1.7 0 1 0 0-3.4A1.7 1.7 0 0 0 8 8Z',
  open: 'M3 8h9.5M8.5 4l4 4-4 4',
  add: 'M2 3.5h8M2 8h5M2 12.5h5M12 7.5v6M9 10.5h6',
  remove: 'M2 3.5h8M2 8h5M2 12.5h5M9 10.5h6',
  external: 'M6.5 3.5h-4v10h10v-4M9 2.5h4.5V7M13.3 2.7 7 9',
};

/** The content of a header cell: a button that sorts. */
export function headContent({ id, header, unit }: HeadCell, onSort: (id: string) => void) {
  return h(
    'button',
    { type: 'button', class: styles.sort ?? '', onClick: () => onSort(id) },
    h(
      'span',
      null,
      header,
      unit === undefined ? null : h('span', { class: styles.unit ?? '' }, ` (${unit})`),
    ),
    h(
      'svg',
      { class: styles.arrows ?? '', viewBox: '0 0 10 14', width: 10, height: 14, 'aria-hidden': 'true' },
      h('path', { class: styles.up ?? '', d: 'M5 1 9 6H1Z' }),
      h('path', { class: styles.down ?? '', d: 'M5 13 1 8h8Z' }),
    ),
  );
}

/** The content of a cell: its text, which may be a link or muted, then icons. */
export function cellContent({ text, link, actions, note, mark }: BodyCell) {
  const named = link ? anchor(link, text) : text;
  const inner = mark === undefined ? named : h('span', null, named, ' ', ringMark(mark));
  const withNote =
    note === undefined
      ? inner
      : h(
          'span',
          { class: mark === undefined ? (styles.muted ?? '') : '', title: note },
          inner,
          visuallyHidden(` (${note})`),
        );
  if (actions.length === 0) return withNote;
  return h(
    'span',
    { class: styles.withActions ?? '' },
    h('span', null, withNote),
    h('span', { class: styles.actions ?? '' }, actions.map(actionControl)),
  );
}

function anchor({ href, label, external }: CellLink, text: string) {
  const name = label === text ? {} : { 'aria-label': external ? `${label} (opens in a new tab)` : label };
  if (!external) return h('a', { href, ...name }, text);
  return h(
    'a',
    { href, target: '_blank', rel: 'noopener', class: styles.external ?? '', ...name },
    text,
    icon('external', 11),
    label === text ? visuallyHidden(' (opens in a new tab)') : null,
  );
}

function actionControl(action: CellAction) {
  if ('onPress' in action) return actionButton(action);
  const { href, label, external, icon: name } = action;
  const newTabAttributes = external ? { target: '_blank', rel: 'noopener' } : {};
  return h(
    'a',
    { href, class: styles.action ?? '', title: label, 'aria-label': label, ...newTabAttributes },
    icon(name, 16),
  );
}

function actionButton({ label, icon: name, onPress }: CellButton & Pick<CellAction, 'icon'>) {
  return h(
    'button',
    { type: 'button', class: styles.action ?? '', title: label, 'aria-label': label, onClick: onPress },
    icon(name, 16),
  );
}

function ringMark(word: string) {
  return h(
    'span',
    { class: styles.mark ?? '' },
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
    { class: styles.icon ?? '', viewBox: '0 0 16 16', width: size, height: size, 'aria-hidden': 'true' },
    h('path', { d: icons[name] }),
  );
}

function visuallyHidden(text: string) {
  return h('span', { class: styles.unseen ?? '' }, text);
}
