import { readPortalBasin } from '#config/basin/basin-file.ts';
import { searchExamples } from '#config/search-index.ts';

/** Read once for all pages. */
export const examples = searchExamples(readPortalBasin());
