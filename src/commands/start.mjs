import process from 'node:process';
import { ensureBuilt } from './support/build.mjs';
import { ensureInstalled } from './support/install.mjs';
import { runNode, serverMemory } from './support/process.mjs';

await ensureInstalled({ withTools: false });
await ensureBuilt();
const parameters = [...serverMemory.flags, 'src/commands/serve.ts', ...process.argv.slice(2)];
process.exit(await runNode(parameters, serverMemory.environment, 'listening'));
