import process from 'node:process';

// Asks the portal on this computer whether it is ready, for a container's health check: ends with 0 or 1.

const { PORT = '4321' } = process.env;
try {
  const answer = await fetch(`http://127.0.0.1:${PORT}/api/ready`, { signal: AbortSignal.timeout(4000) });
  if (!answer.ok) console.error((await answer.json()).detail);
  process.exitCode = answer.ok ? 0 : 1;
} catch {
  console.error(`Nothing responds at port ${PORT}.`);
  process.exitCode = 1;
}
