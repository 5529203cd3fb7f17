/** A feature of the fake National Hydrography Dataset. */
export type FakeWater = {
  readonly name: string | null;
  readonly id?: string;
  readonly geometry: unknown;
};

type FakeNhd = {
  /** Sent as pages. */
  readonly flowlines?: readonly (readonly FakeWater[])[];
  readonly waterbodies?: readonly (readonly FakeWater[])[];
  /** The names of the layers; by default those of the service. */
  readonly layerNames?: readonly string[];
};

export const nhdAddress = 'https://nhd.test/MapServer';

const names = ['Point', 'Flowline - Small Scale', 'Flowline - Large Scale', 'Waterbody - Small Scale'];

/** Creates an answer of the service for one request, with the fields and the page marks of an ArcGIS map service. */
export function createFakeNhd({ flowlines = [], waterbodies = [], layerNames = names }: FakeNhd) {
  return (url: URL): Response => {
    if (url.pathname === '/MapServer') {
      const group = { id: 90, name: 'Waterbody - Small Scale', subLayerIds: [3] };
      const layers = layerNames.map((name, id) => ({ id, name, subLayerIds: null }));
      return Response.json({ mapName: 'NHD', layers: [...layers, group] });
    }
    const layer = layerNames[Number(url.pathname.split('/').at(-2))];
    const pages = layer?.startsWith('Flowline - Small') ? flowlines : waterbodies;
    const offset = Number(url.searchParams.get('resultOffset'));
    let before = 0;
    const at = pages.findIndex((page) => {
      const isNext = before === offset;
      if (!isNext) before += page.length;
      return isNext;
    });
    return Response.json({
      type: 'FeatureCollection',
      ...(at < pages.length - 1 && at >= 0 ? { properties: { exceededTransferLimit: true } } : {}),
      features: (pages[at] ?? []).map(({ name, id = '', geometry }) => ({
        type: 'Feature',
        properties: { GNIS_ID: id, gnis_name: name },
        geometry,
      })),
    });
  };
}
