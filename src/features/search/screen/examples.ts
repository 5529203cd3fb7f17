import { readPortalBasin } from '#config/basin/basin-file.ts';
import { searchExamples } from '../rules/search-index.ts';

/** Read once for all pages. */
export const examples = searchExamples(readPortalBasin());
