import { projectionOf } from '#config/basin/sketch-projection.ts';
import { parseHeadline } from '#config/headline.ts';
import { fetchWithRetry } from '#lib/fetch-with-retry.ts';
import { createElement } from '#lib/page/create-element.ts';

/** The first visitor after an import waits until the figures are computed. */
const timeoutMs = 20_000;

/** Fills in the figures and the marks of the picture. Their places have their size already. */
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
    fill(section, parseHeadline(await response.json()));
    section.dataset.state = 'shown';
  } catch (error) {
    console.warn('The figures could not be loaded.', error);
    section.dataset.state = 'failed';
  }
}

type Headline = ReturnType<typeof parseHeadline>;

const notShown = { value: 'Not shown', lines: ['The portal has no such site.'] };

function fill(section: HTMLElement, headline: Headline): void {
  const find = (selector: string) => section.querySelector(selector);
  for (const name of ['storage', 'snow', 'flow'] as const) {
    const { value, lines } = headline[name] ?? notShown;
    find(`[data-figure="${name}"] [data-figure-value]`)?.replaceChildren(value);
    find(`[data-figure="${name}"] [data-figure-note]`)?.replaceChildren(
      ...lines.map((line) => createElement('span', {}, line)),
    );
  }
  find('[data-sites]')?.replaceChildren(headline.sites_text);
  find('[data-conditions]')?.replaceChildren(headline.conditions_text);
  find('[data-picture]')?.setAttribute('aria-label', `Map of the basin. ${headline.conditions_text}`);
  const project = projectionOf(JSON.parse(section.dataset.extent ?? '{}'));
  find('[data-marks]')?.replaceChildren(
    ...headline.conditions.map(({ class: name, places }) => {
      const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
      // A line without a length and with round ends is a dot.
      path.setAttribute('d', places.map((place) => `M${project(place).join(' ')}h0`).join(''));
      path.dataset.class = name;
      return path;
    }),
  );
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
