import { benchOutlook } from './outlook.ts';
import { printResults } from './measure.ts';
printResults(await benchOutlook());
process.exit(0);
