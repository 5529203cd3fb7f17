import { type BarSize, percentileBar } from '#domain/finding/percentile-bar.ts';
import { drawTeacup } from '#domain/teacup.ts';
import { sparklineBox, sparklinePath } from '#kits/chart/sparkline-path.ts';
import { bindUnits } from '#kits/html/print-sheet.ts';
import standing from '#kits/ui/marks/Standing.module.css';
import { countOf } from '#lib/count-text.ts';
import { html, type Markup, trusted } from '#lib/html.ts';
import type { CupAction } from '#stores/site-hooks.ts';
import type {
  BarPart,
  BriefParts,
  CupPart,
  FigurePart,
  LatePart,
  MovePart,
  RowPart,
} from '../rules/brief-parts.ts';
import { cupActions } from './cup-actions.ts';
import styles from './Today.module.css';

/** The places of the page that are filled when a brief comes, in order. */
export const places = [
  'sentence',
  'figures',
  'reservoirs',
  'rows',
  'snow',
  'moved',
  'late',
  'wells',
] as const;
export type BriefPlace = (typeof places)[number];

/** The lines that are held for a sentence hold so many characters at every width. */
const longSentence = 200;

/** Draws a place of the page: of a brief, or of the shell that has its boxes before there are values. */
export const drawPlace: Readonly<Record<BriefPlace, (parts: BriefParts) => Markup>> = {
  sentence: ({ sentence }) =>
    sentence.length > longSentence
      ? html`<span class="${styles.long}">${bindUnits(sentence)}</span>`
      : html`${bindUnits(sentence)}`,
  figures: ({ figures }) => html`${figures.map(figureMarkup)}`,
  reservoirs: ({ cups, remark }) => html`
    <ul class="row ${styles.cups}" data-spread aria-label="Reservoirs">${cups.map(cupMarkup)}</ul>
    ${remark !== undefined && html`<p>${remark}</p>`}`,
  rows: ({ groups }) =>
    html`${groups.map(
      ({ heading, rows }, at) => html`
      <div class="${styles.groupHead}"><h3 class="quiet">${heading}</h3>${at === 0 && html`<span class="quiet ${styles.weekHead}">in 7 days</span><span class="quiet ${styles.lineHead}">4 weeks</span>`}</div>
      <ul class="${styles.list}" aria-label="${heading}">${rows.map(rowMarkup)}</ul>`,
    )}`,
  wells: ({ wells }) =>
    html`<ul class="${styles.list} ${styles.wells}" aria-label="Wells">${wells.map(rowMarkup)}</ul>`,
  snow: ({ snow }) => html`<ul class="${styles.list}" aria-label="Snow">${snow.map(snowMarkup)}</ul>`,
  moved: ({ moved }) => (moved ? movesMarkup(moved) : html`<ul class="${styles.list}">${emptyMoves}</ul>`),
  late: ({ late }) => (late ? lateMarkup(late) : html`<p class="${styles.move}">&nbsp;</p>`),
};

function bar(part: BarPart, size: BarSize): Markup {
  return trusted(percentileBar(part.marks, size, { label: part.label }));
}

function figureMarkup({
  name: title,
  value,
  unit,
  bar: part,
  class: name,
  place,
  tone,
  note,
}: FigurePart): Markup {
  return html`
    <div class="${styles.figure}">
      <h2 class="quiet">${title}</h2>
      <p class="${styles.amount} strong nowrap clip"><strong>${value}</strong> <span>${unit}</span></p>
      <div class="${styles.wideBar}">${part && bar(part, 'headline')}</div>
      <div class="${styles.cardBar}">${part && bar({ ...part, label: undefined }, 'card')}</div>
      <p class="${styles.standing}"><span class="${standing.class}" data-tone="${tone ?? ''}">${name}</span><span class="${styles.place}">${place}</span></p>
      <p class="quiet ${styles.note}">${note}</p>
    </div>`;
}

function cupMarkup({ site, name, href, lead, amount, age, levels, label }: CupPart): Markup {
  // The link and the label have the whole name.
  const short = name.replace(/ \(.*\)$/, '').replace(/ Reservoir$/, '');
  return html`
    <li class="${styles.reservoir} text-sm text-center">
      ${levels && trusted(drawTeacup(levels, { label }))}
      <strong>${lead}</strong>
      <span class="${styles.name}">${href === undefined ? short : html`<a class="plain-link" href="${href}" title="${name}">${short}</a>`}</span>
      <span class="quiet">${amount}</span>
      ${age !== undefined && html`<span class="${standing.late} warning">${age}</span>`}
      ${site !== undefined && cupActions.map((action, at) => actionMarkup(action, { at, site, name }))}
    </li>`;
}

type CupOfAction = { readonly at: number; readonly site: number; readonly name: string };

/** Its place among `cupActions` and its site are in the element, of which `start.ts` has the clicks. */
function actionMarkup({ icon, labelOf }: CupAction, { at, site, name }: CupOfAction): Markup {
  const label = labelOf(name);
  return html`
    <button type="button" class="button button-small button-faint button-icon no-print ${styles.cupAction}" data-cup-action="${at}" data-site="${site}" data-name="${name}" aria-haspopup="dialog" aria-label="${label}" title="${label}">
      <svg class="${styles.sign}" viewBox="0 0 16 16" aria-hidden="true"><path d="${icon}"/></svg>
    </button>`;
}

function nameMarkup({ name, href, isPartOf = false, mark }: RowPart): Markup {
  const text =
    href === undefined ? html`<span>${name}</span>` : html`<a class="plain-link" href="${href}">${name}</a>`;
  return html`<p class="${styles.name}"${isPartOf && html` data-part`}>${text}${mark !== undefined && html` <small>${mark}</small>`}</p>`;
}

function readingMarkup({ text, age }: NonNullable<RowPart['reading']>): Markup {
  return html`<p class="quiet ${styles.reading} nowrap">${text}${age !== undefined && html`, <span class="${standing.late} warning">${age}</span>`}</p>`;
}

function rowMarkup(row: RowPart): Markup {
  const { value, change = '', bar: part, class: name, text, age, line, reading } = row;
  const at = value.lastIndexOf(' ');
  const isNumber = /\d/.test(value);
  return html`
    <li class="${styles.row}"${!line && html` data-short`}${!part && html` data-bare`}${reading && html` data-read`}>
      ${nameMarkup(row)}
      <p class="${styles.value}">${isNumber ? html`<strong>${value.slice(0, at)}</strong> ${value.slice(at + 1)}` : value}</p>
      <p class="quiet ${styles.change}">${change}</p>
      ${reading && readingMarkup(reading)}
      <div class="${styles.bar}">${part && bar(part, 'row')}</div>
      <p class="${styles.text}">${
        name
          ? html`<span class="${standing.class}" data-tone="${name.tone}">${name.text}</span>`
          : html`<span class="quiet">${text}</span>`
      }${age !== undefined && html` <span class="${standing.late} warning">${age}</span>`}</p>
      <div class="${styles.line}">${line && lineMarkup(line)}</div>
    </li>`;
}

function lineMarkup({ xs, ys }: NonNullable<RowPart['line']>): Markup {
  const { width, height } = sparklineBox;
  const path = sparklinePath({ xs, ys, maxGap: 1 });
  const [, x, y] = /([\d.]+) ([\d.]+)$/.exec(path) ?? [];
  return html`<svg viewBox="0 0 ${width} ${height}" aria-hidden="true"><path d="${path}"/><circle cx="${x}" cy="${y}" r="7"/></svg>`;
}

function snowMarkup(row: RowPart): Markup {
  const { value, bar: part, text } = row;
  return html`
    <li class="${styles.snow}">
      ${nameMarkup(row)}
      <p class="${styles.value}"><strong>${value}</strong></p>
      <div class="${styles.bar}">${part && bar(part, 'row')}</div>
      ${text !== undefined && html`<p class="quiet">${text}</p>`}
    </li>`;
}

const emptyMoves = Array.from({ length: 5 }, () => html`<li class="${styles.move}">&nbsp;</li>`);
const noMoves = 'No change can be compared: that takes values of this week and of ten past years.';

function movesMarkup(moves: readonly MovePart[]): Markup {
  if (moves.length === 0) return html`<p class="quiet">${noMoves}</p>`;
  return html`<ul class="${styles.list}" aria-label="What moved this week">${moves.map(
    ({ name, href, change, place }) => html`
      <li class="${styles.move}"><p class="${styles.name}"><strong><a class="plain-link" href="${href}">${name}</a></strong> ${change}</p>${place !== undefined && html`<p class="quiet">${place}</p>`}</li>`,
  )}</ul>`;
}

function lateMarkup({ doubts, others, sites }: LatePart): Markup {
  return html`
    <ul class="${styles.list}" aria-label="Late or flagged">${doubts.map(
      ({ name, href, text }) =>
        html`<li class="${styles.move} ${styles.name}"><strong><a class="plain-link" href="${href}">${name}</a></strong>: ${text}</li>`,
    )}</ul>
    <p class="quiet">${others > 0 && `${countOf(others, 'more record')} of this page. `}<a href="/watershed-overview/map-of-sites">${sites}</a></p>`;
}
