import { safeSessionStorage } from '#lib/page/storage.ts';

// Runs right after the disclaimer, before the first paint, and does not wait for the map. head.ts found the user;
// session.ts may find later that the session has ended, or that another tab has signed in.

const key = 'disclaimer-accepted';
const root = document.documentElement;
const dialog = document.querySelector<HTMLDialogElement>('[data-disclaimer]');

if (dialog) {
  // For the life of the browser tab, so that returning from another page does not ask again.
  let isAccepted = safeSessionStorage.getItem(key) === 'yes';

  const follow = (): void => {
    const isAsked = root.dataset.session === 'visitor' && !isAccepted;
    if (isAsked && !dialog.open) {
      dialog.showModal();
      // Not its text or a button, which would seem chosen.
      dialog.focus();
    }
    if (!isAsked && dialog.open) dialog.close();
  };

  dialog.addEventListener('click', ({ target }) => {
    if (!(target instanceof HTMLElement)) return;
    if (target.dataset.choice === 'decline') location.assign('/');
    if (target.dataset.choice !== 'accept') return;
    isAccepted = true;
    safeSessionStorage.setItem(key, 'yes', 'the next page asks you to accept the disclaimer again');
    follow();
    // It opened by itself, so there is no button to return to.
    document.getElementById('content')?.focus();
  });
  // Escape is no answer. The browser lets a page refuse it only once.
  dialog.addEventListener('cancel', (event) => event.preventDefault());
  dialog.addEventListener('close', follow);

  follow();
  new MutationObserver(follow).observe(root, { attributeFilter: ['data-session'] });
}
