type Position = readonly number[];
type Ring = readonly Position[];
/** GeoJSON, `[longitude, latitude]`; the first ring of a polygon is its boundary, the others are holes. */
type Area =
  | { readonly type: 'Polygon'; readonly coordinates: readonly Ring[] }
  | { readonly type: 'MultiPolygon'; readonly coordinates: readonly (readonly Ring[])[] };

/** Whether a closed ring contains a position, by the even-odd rule. */
export function ringContains(ring: Ring, [x = Number.NaN, y = Number.NaN]: Position): boolean {
  let inside = false;
  for (let i = 0; i + 1 < ring.length; i += 1) {
    const [ax = 0, ay = 0] = ring[i] ?? [];
    const [bx = 0, by = 0] = ring[i + 1] ?? [];
    if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) inside = !inside;
  }
  return inside;
}

/** Whether a position is in an area, but not in its holes. */
export function areaContains(area: Area, position: Position): boolean {
  const polygons = area.type === 'Polygon' ? [area.coordinates] : area.coordinates;
  return polygons.some(
    ([outer = [], ...holes]) =>
      ringContains(outer, position) && !holes.some((hole) => ringContains(hole, position)),
  );
}
