/** The author of records that were made out of imported locations, and that nobody has edited since. */
export const importAuthor = 'importer';
