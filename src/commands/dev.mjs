import process from 'node:process';
import { ensureInstalled } from './support/install.mjs';
import { runNode, tools } from './support/process.mjs';

await ensureInstalled();

const apiPort = process.env.API_PORT ?? '4322';
// The API restarts when its code changes; Astro serves the pages and passes /api on to it.
const code = await Promise.race([
  runNode(['--watch-preserve-output', '--watch', 'src/commands/serve.ts'], {
    PORT: apiPort,
    LOG_PRETTY: 'true',
  }),
  runNode([tools.astro, 'dev', '--port', process.env.PORT ?? '4321'], { API_PORT: apiPort }),
]);
process.exit(code);
