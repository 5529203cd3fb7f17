/** Moves the focus as the link would, without changing the address or the history. */
export function startSkipLink(): void {
  document.querySelector('.skip-link')?.addEventListener('click', (event) => {
    const content = document.getElementById('content');
    if (!content) return;
    event.preventDefault();
    content.focus();
  });
}
