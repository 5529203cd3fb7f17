import process from 'node:process';

// Preloaded into the portal of the flows: ends it when the test runner has ended, which after a second Ctrl+C or a
// kill ends no child. Its port would stay taken, and the next run would be refused.

const runner = Number(process.env.TEST_RUNNER_PID);

setInterval(() => {
  try {
    process.kill(runner, 0);
  } catch {
    process.kill(process.pid, 'SIGTERM');
  }
}, 500).unref();
