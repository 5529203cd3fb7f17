import type { Brief } from '#contract/brief.ts';
import { describeShare } from '#domain/brief/total-text.ts';
import type { BriefRecord } from '#downloads/brief-share.ts';
import { createElement, createSvg } from '#kits/html/create-element.ts';
import { countOf } from '#lib/count-text.ts';
import type { TodaySection } from './computations.ts';
import { describeFlow, describeReach, describeRiver, describeWell } from './flow-text.ts';
import { isPartlyDemonstration } from './head-text.ts';
import { describeDoubt, describeLateSites, describeMove } from './moved-text.ts';
import styles from './Rows.module.css';
import { describeProvisional, newestDay } from './record-text.ts';
import { createFlow, createList, createRiver, type RowMarks } from './row-view.ts';
import { describeSnow, type SnowText, snowPath } from './snow-text.ts';
import { describeStorage } from './storage-text.ts';
import { renderStorage } from './storage-view.ts';

/** What a section shows. `note` stands beside its heading. */
export type SectionContent = { readonly note: string | undefined; readonly nodes: readonly Node[] };

/** The content of each section of a brief. */
export const renderSection: Readonly<Record<TodaySection, (brief: Brief) => SectionContent>> = {
  storage: ({ storage, on }) => {
    if (!storage) return { note: undefined, nodes: [createNone('The basin names no reservoirs.')] };
    const text = describeStorage(storage, on);
    return { note: text.total?.provisional, nodes: renderStorage(text) };
  },
  flows: (brief) => {
    const { rivers, springs, reaches, on } = brief;
    const flows = [
      ...rivers.flatMap(({ actual, natural }) => (natural ? [actual, natural] : [actual])),
      ...springs,
    ];
    const records = [...flows, ...reaches];
    const marks = marksOf(brief, records);
    const context = { on, newest: newestDay(flows) };
    const ofReaches = { on, newest: newestDay(reaches) };
    return {
      note: describeProvisional(records),
      nodes: orNone('The basin names no rivers, springs or reaches.', [
        ...createList(
          'Rivers',
          rivers.map((each) => createRiver(describeRiver(each, context), marks)),
        ),
        ...createList(
          'Springs',
          springs.map((each) => createItem(createFlow(describeFlow(each, context), marks))),
        ),
        ...createList(
          'Gains of reaches',
          reaches.map((each) => createItem(createFlow(describeReach(each, ofReaches), marks))),
        ),
      ]),
    };
  },
  wells: (brief) => {
    const { wells, on } = brief;
    const marks = marksOf(brief, wells);
    const context = { on, newest: newestDay(wells) };
    const items = wells.map((each) => createItem(createFlow(describeWell(each, context), marks)));
    return {
      note: describeProvisional(wells),
      nodes: orNone('The basin names no wells.', items.length > 0 ? [createBareList('Wells', items)] : []),
    };
  },
  snow: (brief) => {
    const { snow } = brief;
    const newest = newestDay(snow);
    const marked = isPartlyDemonstration(brief);
    const items = snow.map((each) => createSnow(describeSnow(each, newest), marked));
    const sites = snow.reduce((sum, { count }) => sum + count, 0);
    const provisional = snow.reduce((sum, each) => sum + (each.provisional ?? 0) * each.count, 0);
    return {
      note: sites === 0 ? undefined : describeShare(provisional / sites),
      nodes: orNone(
        'The basin names no snow sites.',
        items.length > 0 ? [createBareList('Snow', items)] : [],
      ),
    };
  },
  moved: (brief) => {
    const marked = isPartlyDemonstration(brief);
    const items = brief.moved
      .map(describeMove)
      .map((move) =>
        createItem(
          createElement(
            'p',
            { class: styles.move },
            createElement('a', { href: move.href }, move.name),
            ` ${move.parameter}${marked && move.isDemonstration ? ' (demonstration)' : ''}: `,
            createElement('strong', {}, move.change),
            `, ${move.value}`,
          ),
          createElement('p', { class: styles.muted }, `${move.spread}; ${move.usual}`),
        ),
      );
    const none =
      'No record has a change that can be compared: that takes values of this week and of ten past years.';
    return {
      note: undefined,
      nodes: orNone(none, items.length > 0 ? [createOrderedList('What moved this week', items)] : []),
    };
  },
  doubts: ({ doubts, late_sites }) => {
    const items = doubts
      .map(describeDoubt)
      .map((doubt) =>
        createItem(
          createElement(
            'p',
            { class: styles.move },
            createElement('a', { href: doubt.href }, doubt.name),
            ` ${doubt.parameter}: ${doubt.text}.`,
          ),
        ),
      );
    return {
      note: undefined,
      nodes: [
        items.length > 0
          ? createBareList('Late or flagged', items)
          : createNone(
              'Every record on this page is on time, and none of its values of this week is flagged.',
            ),
        ...createPrintedRest(items.length - printedDoubts),
        createElement(
          'p',
          { class: styles.muted },
          `${describeLateSites(late_sites)} `,
          createElement('a', { href: '/watershed-overview/map-of-sites' }, 'Map of Sites'),
        ),
      ],
    };
  },
};

function marksOf(brief: Brief, records: readonly BriefRecord[]): RowMarks {
  const values = records.filter(({ approval }) => approval !== null);
  const provisional = values.filter(({ approval }) => approval === 'P').length;
  return {
    provisional: provisional > 0 && provisional < values.length,
    demonstration: isPartlyDemonstration(brief),
  };
}

function createSnow(snow: SnowText, isMarked: boolean): HTMLElement {
  const details = [
    snow.ofPeak,
    snow.sites,
    snow.missing,
    snow.day,
    isMarked && snow.isDemonstration && 'demonstration',
  ];
  return createItem(
    createElement(
      'div',
      { class: styles.snow },
      createElement('p', { class: styles.name }, createElement('a', { href: snowPath }, snow.name)),
      createElement(
        'p',
        { class: styles.ofMedian },
        createElement(snow.base === undefined ? 'span' : 'strong', {}, snow.lead),
        snow.base !== undefined && ` ${snow.base}`,
      ),
      createElement('p', { class: styles.muted }, details.filter(Boolean).join(' · ')),
      snow.percent === undefined ? undefined : createBar(snow.percent),
    ),
  );
}

/** A bar up to twice the median, with a mark at the median. The text says the same. */
function createBar(percent: number): SVGElement {
  const full = 200;
  return createSvg(
    'svg',
    { class: styles.bar, viewBox: `0 0 ${full} 8`, preserveAspectRatio: 'none', 'aria-hidden': 'true' },
    createSvg('rect', { class: styles.barGround, width: full, height: 8 }),
    createSvg('rect', {
      class: styles.barFill,
      width: Math.min(full, Math.max(0, percent)).toFixed(1),
      height: 8,
    }),
    createSvg('rect', { class: styles.barMark, x: 99.5, width: 1, height: 8 }),
  );
}

/** The printed sheet has no room for more lines about late and flagged records; Rows.module.css hides the others. */
const printedDoubts = 6;

function createPrintedRest(count: number): readonly Node[] {
  if (count <= 0) return [];
  const text = `and ${countOf(count, 'more record')}, on the page`;
  return [createElement('p', { class: `${styles.muted} ${styles.printOnly}` }, text)];
}

function createItem(...children: readonly Node[]): HTMLElement {
  return createElement('li', {}, ...children);
}

function createBareList(label: string, items: readonly Node[]): HTMLElement {
  return createElement('ul', { class: styles.list, 'aria-label': label }, ...items);
}

function createOrderedList(label: string, items: readonly Node[]): HTMLElement {
  return createElement('ol', { class: `${styles.list} ${styles.numbered}`, 'aria-label': label }, ...items);
}

function createNone(text: string): HTMLElement {
  return createElement('p', { class: styles.muted }, text);
}

function orNone(text: string, nodes: readonly Node[]): readonly Node[] {
  return nodes.length > 0 ? nodes : [createNone(text)];
}
