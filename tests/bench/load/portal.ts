import { once } from 'node:events';
import { residentMb } from '../../support/child-processes.ts';
import { startImportPortal } from '../../support/import-portal.ts';
import { connectRemoteApp } from '../../support/remote-app.ts';
import { accounts } from '../../support/sign-in.ts';
import { origin, TestBrowser } from '../../support/test-browser.ts';

const port = 4389;

/** The real portal in a process of its own, with an access token of each account. */
export type LoadedPortal = {
  readonly port: number;
  readonly pid: number;
  readonly tokens: readonly string[];
  /** Resident memory in MB; undefined on systems without /proc. */
  memoryMb(): number | undefined;
  stop(): Promise<void>;
};

/** Starts the portal as `npm start` does, on port 4389. */
export async function startPortal(environment: Record<string, string>): Promise<LoadedPortal> {
  const { child, pid } = await startImportPortal({
    PORT: String(port),
    PORTAL_ORIGIN: origin,
    DEMO_DATA: 'on',
    LOG_LEVEL: 'error',
    ...environment,
  });
  const app = connectRemoteApp(port);
  const tokens: string[] = [];
  for (const email of Object.values(accounts)) {
    tokens.push((await new TestBrowser(app).signIn(email)).access_token);
  }
  return {
    port,
    pid,
    tokens,
    memoryMb: () => Math.round(residentMb(pid, 'now')) || undefined,
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}
