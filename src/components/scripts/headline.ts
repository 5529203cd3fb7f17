import { describeHeadline, type HeadlineFigure, type HeadlineFigures } from '#config/headline.ts';
import { parseHeadline } from '#config/parse-headline.ts';
import { todayInBasin } from '#lib/calendar.ts';

const timeoutMs = 8000;

/** Fills in the figures of the landing page. Their places have their size already. */
export function startHeadline(): void {
  const section = document.querySelector<HTMLElement>('[data-headline]');
  if (!section) return;
  section.querySelector('[data-headline-again]')?.addEventListener('click', () => showHeadline(section));
  void showHeadline(section);
}

async function showHeadline(section: HTMLElement): Promise<void> {
  section.dataset.state = 'loading';
  try {
    const response = await fetch(section.dataset.headline ?? '', { signal: AbortSignal.timeout(timeoutMs) });
    if (!response.ok) throw new Error(`The server answered ${response.status}.`);
    const figures = describeHeadline(parseHeadline(await response.json()), todayInBasin(new Date()));
    for (const place of section.querySelectorAll<HTMLElement>('[data-figure]')) fill(place, figures);
    section.dataset.state = 'shown';
  } catch (error) {
    console.warn('The figures could not be loaded.', error);
    section.dataset.state = 'failed';
  }
}

function fill(place: HTMLElement, figures: HeadlineFigures): void {
  const figure = Object.entries(figures).find(([name]) => name === place.dataset.figure)?.[1];
  if (!figure) return;
  place.querySelector('[data-figure-value]')?.replaceChildren(...valueNodes(figure));
  const lines = figure.lines.map((line) => createElement('span', 'figure-line', line));
  const marks = figure.marks.map((mark) => createElement('span', 'figure-mark', mark));
  const marked = marks.length > 0 ? [createElement('span', 'figure-marks', ...marks)] : [];
  place.querySelector('[data-figure-note]')?.replaceChildren(...lines, ...marked);
}

function valueNodes({ value, unit }: HeadlineFigure): (string | Node)[] {
  return unit === undefined ? [value] : [value, ' ', createElement('span', 'figure-unit', unit)];
}

function createElement(tag: string, className: string, ...children: readonly (string | Node)[]): HTMLElement {
  const element = document.createElement(tag);
  element.className = className;
  element.append(...children);
  return element;
}
