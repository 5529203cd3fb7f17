/** What is wrong with a GeoJSON object (RFC 7946), as sentences; nothing if it is valid. */
export function findGeoJsonFaults(value: unknown): readonly string[] {
  const faults: string[] = [];
  const expect = (condition: boolean, fault: string) => {
    if (!condition) faults.push(fault);
  };
  const isPosition = (each: unknown) =>
    Array.isArray(each) &&
    (each.length === 2 || each.length === 3) &&
    each.every((number) => typeof number === 'number' && Number.isFinite(number)) &&
    Math.abs(each[0]) <= 180 &&
    Math.abs(each[1]) <= 90;
  const checkRings = (rings: unknown) => {
    if (!Array.isArray(rings)) {
      faults.push('a polygon has no rings');
      return;
    }
    for (const ring of rings) {
      expect(
        Array.isArray(ring) && ring.length >= 4 && ring.every(isPosition),
        'a ring is no list of positions',
      );
      expect(JSON.stringify(ring?.[0]) === JSON.stringify(ring?.at(-1)), 'a ring is open');
    }
  };
  const checkGeometry = (geometry: unknown) => {
    if (geometry === null) return;
    const { type, coordinates } = geometry as { type: string; coordinates: unknown };
    if (type === 'Point') expect(isPosition(coordinates), 'a point has no position');
    else if (type === 'Polygon') checkRings(coordinates);
    else if (type === 'MultiPolygon') for (const rings of coordinates as unknown[]) checkRings(rings);
    else faults.push(`${type} is no type of geometry here`);
  };
  const checkFeature = (feature: Record<string, unknown>) => {
    expect(feature.type === 'Feature', 'a feature has another type');
    expect('geometry' in feature, 'a feature has no member geometry');
    expect(typeof feature.properties === 'object' && feature.properties !== null, 'properties are no object');
    expect(['string', 'number'].includes(typeof feature.id), 'the id is neither text nor number');
    checkGeometry(feature.geometry);
  };
  const root = value as Record<string, unknown>;
  if (root.type === 'FeatureCollection') {
    expect(Array.isArray(root.features), 'there are no features');
    for (const member of ['coordinates', 'geometry', 'properties']) {
      expect(!(member in root), `a collection must not have ${member}`);
    }
    for (const feature of root.features as Record<string, unknown>[]) checkFeature(feature);
  } else checkFeature(root);
  return faults;
}

type Range = { type: string; dataType: string; axisNames: string[]; shape: number[]; values: unknown[] };

/** What is wrong with a CoverageJSON PointSeries (OGC 21-069r2), as sentences; nothing if it is valid. */
export function findPointSeriesFaults(value: unknown): readonly string[] {
  const faults: string[] = [];
  const expect = (condition: boolean, fault: string) => {
    if (!condition) faults.push(fault);
  };
  const { type, domain, parameters, ranges } = value as {
    type: string;
    domain: {
      type: string;
      domainType: string;
      axes: Record<string, { values: unknown[] }>;
      referencing: { coordinates: string[]; system: { type: string } }[];
    };
    parameters: Record<string, Record<string, unknown>>;
    ranges: Record<string, Range>;
  };
  expect(type === 'Coverage' && domain.type === 'Domain', 'it is no coverage with a domain');
  expect(domain.domainType === 'PointSeries', 'it is no PointSeries');
  expect(Object.keys(domain.axes).sort().join() === 't,x,y', 'the axes are not t, x and y');
  expect(
    domain.axes.x?.values.length === 1 && domain.axes.y?.values.length === 1,
    'x or y has not one value',
  );
  const times = domain.axes.t?.values ?? [];
  expect(times.length > 0, 'there are no times');
  expect(
    times.every((time) => typeof time === 'string' && /^\d{4}-\d\d-\d\d$/.test(time)),
    'a time is no day',
  );
  expect(new Set(times).size === times.length, 'a time is there twice');
  expect(JSON.stringify(times) === JSON.stringify(times.toSorted()), 'the times do not ascend');
  const referenced = domain.referencing.flatMap(({ coordinates }) => coordinates).sort();
  expect(referenced.join() === 't,x,y', 'not every axis is referenced once');
  expect(
    Object.keys(parameters).join() === Object.keys(ranges).join() && Object.keys(ranges).length > 0,
    'the ranges are not those of the parameters',
  );
  for (const [name, range] of Object.entries(ranges)) {
    const parameter = parameters[name] as {
      type: string;
      unit?: { label?: unknown; symbol?: unknown };
      observedProperty: { label: { en: string }; categories?: { id: string }[] };
      categoryEncoding?: Record<string, number>;
    };
    expect(range.type === 'NdArray' && range.axisNames.join() === 't', `${name} is no NdArray along t`);
    expect(range.shape.length === 1 && range.shape[0] === times.length, `${name} has another shape`);
    expect(range.values.length === times.length, `${name} has another number of values`);
    expect(parameter.type === 'Parameter', `${name} is no Parameter`);
    expect(typeof parameter.observedProperty.label.en === 'string', `${name} has no label`);
    const { categories } = parameter.observedProperty;
    expect(!(categories && parameter.unit), `${name} has categories and a unit`);
    const codes = Object.values(parameter.categoryEncoding ?? {});
    if (categories) {
      const ids = categories.map(({ id }) => id).sort();
      expect(
        ids.every((id) => URL.canParse(id)),
        `a category of ${name} has an id that is no address`,
      );
      expect(
        ids.join() ===
          Object.keys(parameter.categoryEncoding ?? {})
            .sort()
            .join(),
        `${name} encodes others`,
      );
    } else expect(parameter.unit?.label !== undefined, `${name} has no unit`);
    for (const each of range.values) {
      if (each === null) continue;
      const isFine = categories ? codes.includes(each as number) : Number.isFinite(each);
      expect(isFine && typeof each === 'number', `${name} has the value ${each}`);
    }
  }
  return faults;
}
