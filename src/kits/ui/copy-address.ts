/** Copies the address of a file. `access` says who can fetch it. Where copying fails, the message has the address. */
export async function copyAddress(path: string, access: string, notify: Notify): Promise<void> {
  const address = new URL(path, location.href).href;
  try {
    await navigator.clipboard.writeText(address);
    notify(`The link was copied. ${access}`, 'success');
  } catch {
    notify(`The link could not be copied. It is ${address} – ${access}`, 'warning');
  }
}

/** Shows a message for a while. */
export type Notify = (message: string, severity: 'success' | 'warning' | 'error') => void;
