import process from 'node:process';
import { ensureBuilt } from './support/build.mjs';
import { ensureInstalled } from './support/install.mjs';
import { runNode, serverMemory } from './support/process.mjs';

await ensureInstalled();
await ensureBuilt();
process.exit(await runNode([...serverMemory, 'src/commands/serve.ts', ...process.argv.slice(2)]));
