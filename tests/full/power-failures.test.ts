import { testPowerFailures } from '../support/power-failures.ts';

testPowerFailures(50);
