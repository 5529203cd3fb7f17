type Connection = { saveData?: boolean };

/** Plays the hero's video, unless the visitor asked for less motion or less data; then the poster stays. */
export function startHero(): void {
  const video = document.querySelector<HTMLVideoElement>('[data-hero-video]');
  const button = document.querySelector<HTMLButtonElement>('[data-hero-button]');
  if (!video || !button) return;
  const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');
  const connection = 'connection' in navigator ? (navigator.connection as Connection | undefined) : undefined;

  function load(): void {
    if (!video || video.childElementCount > 0) return;
    for (const [address, type] of [
      [video.dataset.webm, 'video/webm; codecs="av01.0.05M.08"'],
      [video.dataset.mp4, 'video/mp4'],
    ]) {
      const source = document.createElement('source');
      source.src = address ?? '';
      source.type = type ?? '';
      video.append(source);
    }
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
