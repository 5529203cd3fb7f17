/**
 * Links the ways to sign in to the start page that was chosen in this browser, which head.ts has read. Each link has its
 * other address, because a script that is shared with another page costs the landing page a request.
 */
export function linkStartPage(): void {
  if (document.documentElement.dataset.startPage !== 'today') return;
  for (const link of document.querySelectorAll<HTMLElement>('[data-today-path]')) {
    link.setAttribute('href', link.dataset.todayPath ?? '');
  }
}
