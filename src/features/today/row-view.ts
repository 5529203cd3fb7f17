import sparkline from '#kits/chart/Sparkline.module.css';
import { sparklineBox, sparklinePath } from '#kits/chart/sparkline-path.ts';
import { createElement, createSvg } from '#kits/html/create-element.ts';
import chip from '#kits/ui/Chip.module.css';
import ring from '#kits/ui/RingMark.module.css';
import type { FlowText, LineText, RiverText } from './flow-text.ts';
import styles from './Rows.module.css';
import type { AgeText } from './record-text.ts';

/** Which marks the lines of a section need, because they do not hold for all of them. */
export type RowMarks = { readonly provisional: boolean; readonly demonstration: boolean };

/** The age of a value; that of a late one has a ring, so that it does not stand out only by color. */
export function createAge({ text, isLate }: AgeText): HTMLElement {
  if (!isLate) return createElement('span', { class: styles.age }, text);
  const circle = createSvg('circle', { cx: 5, cy: 5, r: 3.25 });
  const svg = createSvg('svg', { viewBox: '0 0 10 10', 'aria-hidden': 'true' }, circle);
  return createElement('span', { class: `${styles.age} ${ring.mark}` }, svg, text);
}

export function createRiver(river: RiverText, marks: RowMarks): HTMLElement {
  return createElement(
    'li',
    {},
    createFlow(river, marks),
    river.natural && createFlow(river.natural, marks, true),
  );
}

/** A list with a heading of its own. Empty without lines. */
export function createList(title: string, items: readonly Node[], className = styles.list): readonly Node[] {
  if (items.length === 0) return [];
  return [
    createElement('h3', { class: styles.heading }, title),
    createElement('ul', { class: className, 'aria-label': title }, ...items),
  ];
}

/** The line of a record: name, value, changes, class and the last days. */
export function createFlow(flow: FlowText, marks: RowMarks, isNatural = false): HTMLElement {
  const { name, href, value, age, change, mean, comparisons, line } = flow;
  const notes = [
    marks.provisional && flow.isProvisional && 'provisional',
    marks.demonstration && flow.isDemonstration && 'demonstration',
  ].filter((note) => note !== false);
  return createElement(
    'div',
    { class: styles.row, 'data-natural': isNatural },
    createElement(
      'p',
      { class: styles.name },
      createElement('a', { href }, name),
      age && createAge(age),
      notes.length > 0 && createElement('span', { class: styles.age }, notes.join(', ')),
    ),
    createElement('p', { class: styles.value }, value),
    createElement(
      'p',
      { class: styles.facts },
      change !== undefined && createElement('span', {}, change),
      mean !== undefined && createElement('span', {}, mean),
    ),
    createElement(
      'p',
      { class: styles.standing },
      flow.class &&
        createElement('span', { class: chip.chip, 'data-tone': flow.class.tone }, flow.class.text),
      ...comparisons.map((each) => createElement('span', {}, each)),
    ),
    createElement('div', { class: styles.line }, line && createSparkline(line)),
  );
}

/** Days without a value part the line. */
function createSparkline({ label, xs, ys }: LineText): SVGElement {
  return createSvg(
    'svg',
    {
      class: sparkline.line,
      viewBox: `0 0 ${sparklineBox.width} ${sparklineBox.height}`,
      role: 'img',
      'aria-label': label,
    },
    createSvg('path', { d: sparklinePath({ xs, ys, maxGap: 1 }) }),
  );
}
