import { $session } from '#session/session.ts';

const endedMessage =
  'Your session has ended. Sign in again to continue; what you have entered is still here.';

/** Shows a banner after the session has ended. Its link signs in again in another tab, so that nothing is lost. */
export function startSessionEnded(): void {
  const banner = document.querySelector<HTMLElement>('[data-session-ended]');
  const text = banner?.querySelector('[data-session-ended-words]');
  const clock = banner?.querySelector<HTMLElement>('[data-session-ended-clock]');
  if (!banner || !text || !clock) return;
  const root = document.documentElement;
  const measure = () =>
    root.style.setProperty('--banner-height', `${banner.getBoundingClientRect().height}px`);
  new ResizeObserver(measure).observe(banner);

  $session.subscribe(async (session) => {
    const isOver = session.status === 'ended';
    banner.hidden = !isOver;
    text.textContent = isOver ? endedMessage : '';
    clock.hidden = true;
    measure();
    if (!isOver || session.reason !== 'clock') return;
    const { describeClock } = await import('#session/clock-offset.ts');
    clock.textContent = await describeClock();
    clock.hidden = false;
  });
  banner.querySelector('[data-session-leave]')?.addEventListener('click', () => location.assign('/'));
}
