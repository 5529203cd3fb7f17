/** Opens the developer tools. Their code loads when they are opened for the first time. */
export function startDeveloperTools(): void {
  const drawer = document.querySelector<HTMLDialogElement>('[data-developer-tools]');
  const buttons = document.querySelectorAll<HTMLElement>('[data-developer-open]');
  const body = drawer?.querySelector<HTMLElement>('[data-developer-body]');
  if (!drawer || !body) return;

  async function open(): Promise<void> {
    if (!drawer || !body) return;
    body.replaceChildren('Loading…');
    drawer.showModal();
    try {
      const { renderDeveloperTools } = await import('./developer-tools.ts');
      renderDeveloperTools(body, drawer.dataset.version ?? '');
    } catch {
      body.replaceChildren('The developer tools could not be loaded. Close them and try again.');
    }
  }

  for (const button of buttons) button.addEventListener('click', open);
  drawer.addEventListener('click', (event) => {
    const isClose = event.target instanceof Element && event.target.closest('[data-developer-close]');
    if (event.target === drawer || isClose) drawer.close();
  });
}
