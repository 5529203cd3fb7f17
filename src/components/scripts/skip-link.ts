/** Moves the focus as the link would, and leaves the address and the history alone. */
export function startSkipLink(): void {
  document.querySelector('.skip-link')?.addEventListener('click', (event) => {
    const content = document.getElementById('content');
    if (!content) return;
    event.preventDefault();
    content.focus();
  });
}
