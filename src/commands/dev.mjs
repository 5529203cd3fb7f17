import process from 'node:process';
import { ensureInstalled } from './support/install.mjs';
import { runNode, tools } from './support/process.mjs';

await ensureInstalled();

const apiPort = process.env.API_PORT ?? '4322';
const port = process.env.PORT ?? '4321';
// The API restarts when its code changes. Astro serves the pages and proxies /api and sign-in to it.
const code = await Promise.race([
  runNode(['--watch-preserve-output', '--watch', 'src/commands/serve.ts'], {
    PORT: apiPort,
    PORTAL_ORIGIN: process.env.PORTAL_ORIGIN ?? `http://localhost:${port}`,
    SIGN_IN_PAGE_URL: `http://localhost:${port}/interaction`,
    LOG_PRETTY: 'true',
  }),
  runNode([tools.astro, 'dev', '--port', port], { API_PORT: apiPort }),
]);
process.exit(code);
