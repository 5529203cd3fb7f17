import { DuckDBInstance } from '@duckdb/node-api';

/** A database in memory that reads Parquet files. */
export type DuckDb = {
  /** Runs a statement. Large integers and days are text. */
  query<Row = Record<string, unknown>>(statement: string): Promise<Row[]>;
  close(): void;
};

export async function openDuckDb(): Promise<DuckDb> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  return {
    query: async <Row>(statement: string) =>
      (await connection.runAndReadAll(statement)).getRowObjectsJson() as Row[],
    close: () => {
      connection.closeSync();
      instance.closeSync();
    },
  };
}
