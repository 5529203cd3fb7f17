import process from 'node:process';
import { ensureBuilt } from './support/build.mjs';
import { ensureInstalled } from './support/install.mjs';
import { runNode } from './support/process.mjs';

await ensureInstalled();
await ensureBuilt();
process.exit(await runNode(['src/commands/serve.ts', ...process.argv.slice(2)]));
