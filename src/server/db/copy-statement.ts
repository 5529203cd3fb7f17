/** A bulk insert into columns of a table, from CSV without a header or from PostgreSQL's binary form. */
export function copyStatement(
  table: string,
  columns: readonly string[],
  from: string,
  format: 'csv' | 'binary' = 'csv',
) {
  const quoted = columns.map((column) => `"${column}"`).join(', ');
  return `COPY "${table}" (${quoted}) FROM ${from} WITH (FORMAT ${format})`;
}
