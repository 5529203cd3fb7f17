import {
  describeHeadline,
  type HeadlineFigure,
  type HeadlineFigures,
  parseHeadline,
} from '#config/headline.ts';
import { todayInBasin } from '#lib/calendar.ts';
import { createElement } from '#lib/create-element.ts';
import { fetchWithRetry } from '#lib/fetch-with-retry.ts';

const timeoutMs = 8000;

/** Fills in the figures of the landing page. Their places have their size already. */
function startHeadline(): void {
  const section = document.querySelector<HTMLElement>('[data-headline]');
  if (!section) return;
  section.querySelector('[data-headline-again]')?.addEventListener('click', () => showHeadline(section));
  void showHeadline(section);
}

async function showHeadline(section: HTMLElement): Promise<void> {
  section.dataset.state = 'loading';
  try {
    const response = await fetchWithRetry(section.dataset.headline ?? '', { timeoutMs });
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
  const lines = figure.lines.map((line) => createElement('span', { class: 'figure-line' }, line));
  const marks = figure.marks.map((mark) => createElement('span', { class: 'figure-mark' }, mark));
  const marked = marks.length > 0 ? [createElement('span', { class: 'figure-marks' }, ...marks)] : [];
  place.querySelector('[data-figure-note]')?.replaceChildren(...lines, ...marked);
}

function valueNodes({ value, unit }: HeadlineFigure): (string | Node)[] {
  return unit === undefined ? [value] : [value, ' ', createElement('span', { class: 'figure-unit' }, unit)];
}

// One file, because each script of its own costs the landing page a request.
linkStartPage();
startHero();
startHeadline();

/**
 * Links the ways to sign in to the start page that was chosen in this browser, which head.ts has read. Each link has its
 * other address, because a script that is shared with another page costs the landing page a request.
 */
function linkStartPage(): void {
  if (document.documentElement.dataset.startPage !== 'today') return;
  for (const link of document.querySelectorAll<HTMLElement>('[data-today-path]')) {
    link.setAttribute('href', link.dataset.todayPath ?? '');
  }
}

type Connection = { saveData?: boolean };

/** Plays the hero's video, unless the visitor asked for less motion or less data; then the poster stays. */
function startHero(): void {
  const video = document.querySelector<HTMLVideoElement>('[data-hero-video]');
  const button = document.querySelector<HTMLButtonElement>('[data-hero-button]');
  if (!video || !button) return;
  const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');
  const connection = 'connection' in navigator ? (navigator.connection as Connection | undefined) : undefined;

  function load(): void {
    if (!video || video.childElementCount > 0) return;
    const { webm, mp4 } = video.dataset;
    video.append(
      createElement('source', { src: webm ?? '', type: 'video/webm; codecs="av01.0.05M.08"' }),
      createElement('source', { src: mp4 ?? '', type: 'video/mp4' }),
    );
    video.load();
  }

  function showState(): void {
    const isPlaying = video?.paused === false;
    document.documentElement.dataset.hero = isPlaying ? 'playing' : 'paused';
    const label = isPlaying ? 'Pause background video' : 'Play background video';
    button?.setAttribute('aria-label', label);
    button?.setAttribute('title', label);
  }

  function play(): void {
    load();
    // The browser may refuse to play; the poster stays.
    video?.play().catch(showState);
  }

  video.addEventListener('play', showState);
  video.addEventListener('pause', showState);
  video.addEventListener('playing', () => video.classList.add('is-shown'), { once: true });
  button.addEventListener('click', () => (video.paused ? play() : video.pause()));
  reducedMotion.addEventListener('change', () => reducedMotion.matches && video.pause());
  if (!reducedMotion.matches && connection?.saveData !== true) play();
}
