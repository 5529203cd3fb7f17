import { describeInterruptedImports } from '../../support/interrupted-imports.ts';

// The long run, with 50 kills for each agency, is in tests/full.
describeInterruptedImports({ kills: 3, badDays: 1 });
