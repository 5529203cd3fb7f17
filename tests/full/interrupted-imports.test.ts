import { describeInterruptedImports } from '../support/interrupted-imports.ts';

describeInterruptedImports({ kills: 50, badDays: 5 });
