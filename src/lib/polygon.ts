type Position = readonly number[];
type Ring = readonly Position[];
/** GeoJSON, `[longitude, latitude]`; the first ring of a polygon is its boundary, the others are holes. */
export type Area =
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

/** Groups rings that do not cross into an area: a ring within another one is a hole in it. */
export function groupRings(rings: readonly Ring[]): Area {
  // One point is enough, because rings do not cross.
  const isWithin = (ring: Ring, other: Ring) => ring !== other && ringContains(other, ring[0] ?? []);
  const outer = rings.filter((ring) => !rings.some((other) => isWithin(ring, other)));
  const polygons = outer.map((ring) => [ring, ...rings.filter((hole) => isWithin(hole, ring))]);
  const [single] = polygons;
  return single && polygons.length === 1
    ? { type: 'Polygon', coordinates: single }
    : { type: 'MultiPolygon', coordinates: polygons };
}

/** Whether two edges of a ring cross; its last position is joined to the first. Those that only touch do not. */
export function hasCrossingEdges(ring: Ring): boolean {
  const edges = ring.map((from, index) => [from, ring[(index + 1) % ring.length] ?? from] as const);
  return edges.some(([a, b], index) =>
    edges
      .slice(index + 1)
      .some(([c, d]) => turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0),
  );
}

/** Positive if the way from a over b to c turns left, negative to the right, 0 straight on. */
function turn([ax = 0, ay = 0]: Position, [bx = 0, by = 0]: Position, [cx = 0, cy = 0]: Position): number {
  return Math.sign((bx - ax) * (cy - ay) - (by - ay) * (cx - ax));
}
