import { expect, test } from 'vitest';
import { measureMachineUnit } from '../../../src/commands/support/machine-unit.mjs';

test('the unit of work takes some time on any machine', async () => {
  const seconds = await measureMachineUnit();
  expect(seconds).toBeGreaterThan(0.01);
});
