/** Whether a host name is this computer's own: `localhost`, `127.0.0.1`, `::1` or, as URLs write it, `[::1]`. */
export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
}
