/** An arbitrary number, the same in every importer: who holds its lock imports into the database. */
export const importLockKey = 17_040_212;
