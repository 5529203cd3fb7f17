type Position = readonly number[];
type Line = readonly Position[];

/**
 * Joins lines that meet at their ends into longer ones, in any order and direction. Where more than two meet, two of them
 * are joined.
 */
export function joinLines(lines: readonly Line[]): Line[] {
  const joined: Line[] = [];
  /** The joined lines by each of their ends; a line that was joined to another one is in no entry. */
  const byEnd = new Map<string, Line>();
  const take = (line: Line) => {
    for (const key of endsOf(line)) if (byEnd.get(key) === line) byEnd.delete(key);
    joined.splice(joined.indexOf(line), 1);
  };
  for (const each of lines) {
    let line = each;
    for (const atStart of [false, true]) {
      const end = String(atStart ? line[0] : line.at(-1));
      const other = byEnd.get(end);
      if (!other) continue;
      take(other);
      const startsHere = String(other[0]) === end;
      line = atStart
        ? [...(startsHere ? other.toReversed() : other), ...line.slice(1)]
        : [...line, ...(startsHere ? other : other.toReversed()).slice(1)];
    }
    joined.push(line);
    for (const key of endsOf(line)) if (!byEnd.has(key)) byEnd.set(key, line);
  }
  return joined;
}

const endsOf = (line: Line) => [String(line[0]), String(line.at(-1))];

/**
 * Leaves out the points of a line that lie within `tolerance` of the line through the others (Douglas and Peucker, 1973).
 * Its ends stay.
 */
export function simplifyLine(line: Line, tolerance: number): Line {
  const [first, last] = [line[0], line.at(-1)];
  if (!first || !last || line.length < 3) return line;
  const distances = line.map((point) => squaredDistance(point, first, last));
  const farthest = distances.reduce((best, each, at) => (each > (distances[best] ?? 0) ? at : best), 0);
  if ((distances[farthest] ?? 0) <= tolerance ** 2) return [first, last];
  const head = simplifyLine(line.slice(0, farthest + 1), tolerance);
  return [...head, ...simplifyLine(line.slice(farthest), tolerance).slice(1)];
}

/** The square of the distance from a point to a segment, in the units of the coordinates. */
function squaredDistance(
  [x = 0, y = 0]: Position,
  [ax = 0, ay = 0]: Position,
  [bx = 0, by = 0]: Position,
): number {
  const [dx, dy] = [bx - ax, by - ay];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / length));
  return (x - ax - share * dx) ** 2 + (y - ay - share * dy) ** 2;
}
