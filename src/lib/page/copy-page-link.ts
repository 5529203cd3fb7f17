import { showToast } from './toasts.ts';

/** Copies the address of the page, which restores what it shows. Where copying fails, the message has the address. */
export async function copyPageLink(): Promise<void> {
  const { href } = location;
  try {
    await navigator.clipboard.writeText(href);
    showToast('The link was copied. It opens what this page shows.', 'success');
  } catch {
    showToast(`The link could not be copied. It is ${href}`, 'warning');
  }
}
