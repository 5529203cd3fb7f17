import process from 'node:process';
import { openStore } from '#server/db/store.ts';
import { startServer } from '#server/main.ts';
import { roleVerifier, testConfig } from './test-app.ts';

/** A portal on a port of its own, for tests that end it the hard way. Its first line of output is its port. */
const config = testConfig({ PORT: '0', RATE_LIMIT_PER_MINUTE: '1000000', ...process.env });
const store = await openStore(config.databaseUrl);
const { port } = await startServer(config, store, { verifier: roleVerifier });
console.log(port);
