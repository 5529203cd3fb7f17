/**
 * The percentile a second time, with nothing of the product: the line through the points of all values is drawn, and the
 * value looked up on it. Of a depth to water it is turned around.
 */
export function percentileOnLine(value: number, values: readonly number[], isDepth = false): number {
  const sorted = values.toSorted((one, other) => one - other);
  const points = sorted.map((at, place) => ({ at, percent: (100 * (place + 1)) / (sorted.length + 1) }));
  const same = points.filter(({ at }) => at === value);
  const [lower, higher] = [points.findLast(({ at }) => at < value), points.find(({ at }) => at > value)];
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) throw new Error('A percentile needs values.');
  const found =
    same.length > 0
      ? same.reduce((sum, { percent }) => sum + percent, 0) / same.length
      : !lower
        ? first.percent
        : !higher
          ? last.percent
          : lower.percent + ((value - lower.at) / (higher.at - lower.at)) * (higher.percent - lower.percent);
  const valueAt = (percent: number) => {
    const place = (percent * (sorted.length + 1)) / 100;
    const [from, to] = [sorted[Math.floor(place) - 1], sorted[Math.ceil(place) - 1]];
    if (from === undefined || to === undefined) throw new Error('Too few values for a class.');
    return from + (to - from) * (place - Math.floor(place));
  };
  const isBelow = (percent: number) => value < valueAt(percent);
  const isAbove = (percent: number) => value > valueAt(percent);
  const [lowest, highest] = isBelow(10)
    ? [1, 9]
    : isBelow(25)
      ? [10, 24]
      : isAbove(90)
        ? [91, 99]
        : isAbove(75)
          ? [76, 90]
          : [25, 75];
  const whole = Math.max(lowest ?? 1, Math.min(highest ?? 99, Math.floor(Number(found.toFixed(9)) + 0.5)));
  return isDepth ? 100 - whole : whole;
}
