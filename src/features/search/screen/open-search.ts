/** Opens the search by its buttons, `/` and Ctrl K or ⌘K. Its code loads when it is opened for the first time. */
export function startSearch(): void {
  const dialog = document.querySelector<HTMLDialogElement>('[data-search]');
  const field = dialog?.querySelector<HTMLInputElement>('[data-search-text]');
  const note = dialog?.querySelector('[data-search-note]');
  if (!dialog || !field || !note) return;

  async function open(): Promise<void> {
    if (!dialog || !field || !note) return;
    if (!dialog.open) dialog.showModal();
    field.focus();
    field.select();
    try {
      const { showSearch } = await import('./search-dialog.ts');
      await showSearch(dialog);
    } catch {
      dialog.toggleAttribute('data-failed', true);
      note.textContent = 'The search could not be loaded.';
    }
  }

  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return;
    if (target.closest('[data-search-open]')) void open();
    // A click on the dialog itself is one beside what it shows.
    else if (target === dialog || target.closest('[data-search-close]')) dialog.close();
  });
  document.addEventListener('keydown', (event) => {
    const { key, target, defaultPrevented, altKey, shiftKey } = event;
    const hasControl = event.ctrlKey || event.metaKey;
    const isShortcut = hasControl && !shiftKey && key.toLowerCase() === 'k';
    const isField =
      target instanceof Element &&
      target.closest('input, textarea, select, [contenteditable], [role="grid"]');
    const isSlash = key === '/' && !hasControl && !isField;
    if (defaultPrevented || altKey || !(isShortcut || isSlash)) return;
    // Another dialog has the page.
    if (document.querySelector('dialog:modal, [data-base-ui-inert]')) return;
    event.preventDefault();
    void open();
  });
  // The back-forward cache then restores the page without it.
  addEventListener('pagehide', () => dialog.close());
}
