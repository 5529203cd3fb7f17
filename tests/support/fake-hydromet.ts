/** HydroMet's answer to a request: its columns on those of the days that it asks for. */
export function hydroMetTable(
  input: unknown,
  days: readonly string[],
  cellOf: (column: string, day: string) => string | number | undefined,
): string {
  const { searchParams } = new URL(String(input));
  const [from, to] = [searchParams.get('start') ?? '', searchParams.get('end') ?? ''];
  const columns = (searchParams.get('list') ?? '').split(', ').map((name) => name.replace(' ', '_'));
  const rows = days
    .filter((day) => day >= from && day <= to)
    .map((day) => [day, ...columns.map((column) => cellOf(column, day) ?? '')].join(','));
  return `${[`DateTime,${columns.join(',')}`, ...rows].join('\n')}\n`;
}
