/** Runs right behind the user's button, before the first paint; it may name nothing outside itself. */
function renderUserButton(): void {
  const { userName, userInitials, userPicture } = document.documentElement.dataset;
  const button = document.querySelector<HTMLElement>('[data-user-button]');
  const avatar = button?.querySelector<HTMLElement>('[data-user-face]');
  const name = button?.querySelector<HTMLElement>('[data-user-name]');
  if (userName === undefined || !button || !avatar || !name) return;
  button.setAttribute('aria-label', `Your menu, ${userName}`);
  name.textContent = userName;
  avatar.dataset.initials = userInitials;
  if (!userPicture) return;
  const picture = new Image();
  picture.alt = '';
  picture.referrerPolicy = 'no-referrer';
  picture.onerror = () => picture.remove();
  picture.src = userPicture;
  avatar.append(picture);
}

/** Writes the user that the head's script found into the button, so that nothing moves later. */
export const userButtonScript = `(${renderUserButton})()`;
