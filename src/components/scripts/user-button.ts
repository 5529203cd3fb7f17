// Runs right after the user's button, before the first paint, so that nothing moves later. head.ts found the user.

const { userName, userInitials, userPicture } = document.documentElement.dataset;
const button = document.querySelector<HTMLElement>('[data-user-button]');
const avatar = button?.querySelector<HTMLElement>('[data-user-face]');
const name = button?.querySelector<HTMLElement>('[data-user-name]');

if (userName !== undefined && button && avatar && name) {
  button.setAttribute('aria-label', `Your menu, ${userName}`);
  name.textContent = userName;
  avatar.dataset.initials = userInitials;
  if (userPicture) {
    const picture = new Image();
    picture.alt = '';
    picture.referrerPolicy = 'no-referrer';
    picture.onerror = () => picture.remove();
    picture.src = userPicture;
    avatar.append(picture);
  }
}

export {};
