import process from 'node:process';
import { openStore } from '#server/db/open-store.ts';
import { startServer } from '#server/main.ts';
import { roleVerifier, testConfig } from './test-app.ts';

/** Runs a portal for tests that kill it. The first line of its output is its port. */
const config = testConfig({ PORT: '0', RATE_LIMIT_PER_MINUTE: '1000000', ...process.env });
const store = await openStore(config.databaseUrl);
const { port } = await startServer(config, store, { verifier: roleVerifier });
console.log(port);
