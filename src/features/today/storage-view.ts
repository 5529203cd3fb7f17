import { createElement, createSvg } from '#kits/html/create-element.ts';
import { createAge } from './row-view.ts';
import styles from './Storage.module.css';
import type { ReservoirText, StorageText } from './storage-text.ts';
import { layOutTeacup, type TeacupLevels, teacupBox } from './teacup.ts';

/** The total with its comparisons, and a teacup for each reservoir. */
export function renderStorage({ total, remark, members }: StorageText): readonly Node[] {
  return [
    createElement(
      'div',
      { class: styles.total },
      createElement(
        'p',
        { class: styles.lead },
        createElement('strong', {}, total?.value ?? 'No total'),
        total?.fullness !== undefined && createElement('span', {}, total.fullness),
      ),
      ...(total
        ? [createFacts(total.changes, 'Changes'), createFacts(total.comparisons, 'Compared with other years')]
        : []),
    ),
    ...(remark === undefined ? [] : [createElement('p', { class: styles.remark }, remark)]),
    createElement('ul', { class: styles.cups, 'aria-label': 'Reservoirs' }, ...members.map(createReservoir)),
  ];
}

function createFacts(facts: readonly string[], label: string): HTMLElement {
  return createElement(
    'ul',
    { class: styles.facts, 'aria-label': label },
    ...facts.map((fact) => createElement('li', {}, fact)),
  );
}

function createReservoir({ name, href, fullness, amount, age, label, levels }: ReservoirText): HTMLElement {
  return createElement(
    'li',
    { class: styles.reservoir },
    levels ? createTeacup(levels, label) : createElement('span', { class: styles.noCup }),
    createElement('strong', {}, fullness ?? amount),
    createElement('a', { href }, name),
    fullness !== undefined && createElement('span', { class: styles.amount }, amount),
    age && createAge(age),
  );
}

function createTeacup(levels: TeacupLevels, label: string): SVGElement {
  const { cup, water, lastYear, median } = layOutTeacup(levels);
  // Each mark is a line within a wider one in the color of the page, so that it shows on the water, too.
  const mark = (each: typeof median, className: string | undefined) => {
    if (!each) return undefined;
    const ends = {
      x1: each.from.toFixed(1),
      x2: each.to.toFixed(1),
      y1: each.at.toFixed(1),
      y2: each.at.toFixed(1),
    };
    return createSvg(
      'g',
      {},
      createSvg('line', { class: styles.edge, ...ends }),
      createSvg('line', { class: className, ...ends }),
    );
  };
  return createSvg(
    'svg',
    {
      class: styles.cup,
      viewBox: `0 0 ${teacupBox.width} ${teacupBox.height}`,
      role: 'img',
      'aria-label': label,
    },
    createSvg('path', { class: styles.glass, d: cup }),
    water !== undefined && createSvg('path', { class: styles.water, d: water }),
    mark(median, styles.median),
    mark(lastYear, styles.lastYear),
  );
}
