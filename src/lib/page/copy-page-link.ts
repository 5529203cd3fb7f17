type Notify = (message: string, severity: 'success' | 'warning') => void;

/** Copies the address of the page, which restores what it shows. Where copying fails, the message has the address. */
export async function copyPageLink(notify: Notify): Promise<void> {
  const { href } = location;
  try {
    await navigator.clipboard.writeText(href);
    notify('The link was copied. It opens what this page shows.', 'success');
  } catch {
    notify(`The link could not be copied. It is ${href}`, 'warning');
  }
}
