import { type SessionUser, toInitials } from '#session/session-core.ts';

function findUserElements(name: string): NodeListOf<HTMLElement> {
  return document.querySelectorAll<HTMLElement>(`[data-user-menu] [data-user-${name}]`);
}

/** Shows the user's initials, and the picture once it has loaded. */
function renderAvatar(avatar: HTMLElement, user: SessionUser): void {
  avatar.dataset.initials = toInitials(user.name);
  if (avatar.querySelector('img')?.getAttribute('src') === user.picture) return;
  avatar.replaceChildren();
  if (!user.picture) return;
  const picture = new Image();
  picture.alt = '';
  picture.referrerPolicy = 'no-referrer';
  picture.addEventListener('load', () => avatar.replaceChildren(picture));
  picture.src = user.picture;
}

/** Renders the user into the top bar and its menu. */
export function renderUser(user: SessionUser): void {
  for (const avatar of findUserElements('face')) renderAvatar(avatar, user);
  for (const name of findUserElements('name')) name.textContent = user.name;
  for (const email of findUserElements('email'))
    email.textContent = user.email === user.name ? '' : user.email;
  for (const button of findUserElements('button'))
    button.setAttribute('aria-label', `Your menu, ${user.name}`);
}

/** Adds arrow keys to the user's menu. It is a popover, which the browser closes on Escape and on a click outside. */
export function startUserMenu(): void {
  const [button] = findUserElements('button');
  const [panel] = findUserElements('panel');
  if (!button || !panel) return;
  const entries = () =>
    [...panel.querySelectorAll<HTMLElement>('[data-menu-entry]')].filter((entry) => entry.checkVisibility());

  panel.addEventListener('toggle', (event) => {
    const isOpen = event.newState === 'open';
    button.setAttribute('aria-expanded', String(isOpen));
  });
  button.addEventListener('keydown', (event) => {
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    panel.showPopover();
    entries()[0]?.focus();
  });
  panel.addEventListener('keydown', (event) => {
    const list = entries();
    const at = list.findIndex((entry) => entry.matches(':focus'));
    const next = {
      ArrowDown: (at + 1) % list.length,
      ArrowUp: (at - 1 + list.length) % list.length,
      Home: 0,
      End: list.length - 1,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    list[next]?.focus();
  });
  // The back-forward cache then restores the page with the menu closed.
  addEventListener('pagehide', () => panel.hidePopover());
}
