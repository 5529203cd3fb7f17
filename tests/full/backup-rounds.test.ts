import { describe, expect, test } from 'vitest';
import { engineNames } from '../support/backup-places.ts';
import { runBackupRounds } from '../support/backup-rounds.ts';

/** Five take a minute per engine; `TEST_ROUNDS=30` shows more of the moments at which a backup may begin. */
const rounds = Number(process.env.TEST_ROUNDS ?? 5);

describe(`${rounds} backups of a portal that is written to`, () => {
  test.each(engineNames)(
    'have all that was acknowledged before each began (%s)',
    { timeout: 900_000 },
    async (engine) => {
      const started = performance.now();
      const report = await runBackupRounds(engine, rounds);
      const seconds = Math.round((performance.now() - started) / 1000);
      console.log(`${engine}: ${JSON.stringify({ ...report, seconds })}`);
      expect(report.rounds).toBe(rounds);
      // The backups were taken amid writes.
      expect(report.during).toBeGreaterThan(rounds);
    },
  );
});
