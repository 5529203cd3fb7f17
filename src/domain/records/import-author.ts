/** The author of records that were created by an importer and not edited since. */
export const importAuthor = 'importer';
