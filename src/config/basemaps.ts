/** A raster basemap, as the map kit expects it; one without `url` is drawn by the kit. */
export interface BasemapConfig {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly attribution: string;
  readonly maxZoom: number;
  readonly tileSize: number;
  readonly zoomOffset?: number;
  readonly subdomains?: string;
  readonly dark: boolean;
  readonly tone?: 'light';
  readonly crossOrigin: 'anonymous';
}

type BasemapSource = Omit<BasemapConfig, 'crossOrigin'>;

const osm = '© <a href="https://www.openstreetmap.org/copyright">OpenStreetMap</a> contributors';
const carto = `${osm} © <a href="https://carto.com/attributions">CARTO</a>`;
const usgs =
  'Tiles: <a href="https://basemap.nationalmap.gov/">USGS The National Map</a>, U.S. Geological Survey';
const mapboxCredit =
  '© <a href="https://www.mapbox.com/about/maps/">Mapbox</a> ' +
  `${osm} <a href="https://apps.mapbox.com/feedback/">Improve this map</a>`;

const withCrossOrigin = (basemap: BasemapSource): BasemapConfig => ({ ...basemap, crossOrigin: 'anonymous' });

function mapbox(token: string, id: string, name: string, style: string, dark = false): BasemapConfig {
  return withCrossOrigin({
    id,
    name,
    url: `https://api.mapbox.com/styles/v1/mapbox/${style}/tiles/512/{z}/{x}/{y}@2x?access_token=${encodeURIComponent(token)}`,
    attribution: mapboxCredit,
    maxZoom: 22,
    tileSize: 512,
    zoomOffset: -1,
    dark,
  });
}

function usgsTiles(id: string, name: string, service: string, dark: boolean): BasemapConfig {
  return withCrossOrigin({
    id,
    name,
    url: `https://basemap.nationalmap.gov/arcgis/rest/services/${service}/MapServer/tile/{z}/{y}/{x}`,
    attribution: usgs,
    maxZoom: 16,
    tileSize: 256,
    dark,
  });
}

function cartoTiles(id: string, name: string, style: string, dark: boolean): BasemapConfig {
  return withCrossOrigin({
    id,
    name,
    url: `https://{s}.basemaps.cartocdn.com/${style}/{z}/{x}/{y}{r}.png`,
    attribution: carto,
    maxZoom: 20,
    tileSize: 256,
    subdomains: 'abcd',
    dark,
  });
}

function outdoors(token: string): BasemapConfig {
  return token
    ? mapbox(token, 'outdoors', 'Outdoors', 'outdoors-v12')
    : usgsTiles('outdoors', 'Outdoors', 'USGSTopo', false);
}

function streets(token: string): BasemapConfig {
  return token
    ? mapbox(token, 'streets', 'Streets', 'streets-v12')
    : withCrossOrigin({
        id: 'streets',
        name: 'Streets',
        url: 'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
        attribution: osm,
        maxZoom: 19,
        tileSize: 256,
        dark: false,
      });
}

function satellite(token: string, name: string): BasemapConfig {
  return token
    ? mapbox(token, 'satellite', name, 'satellite-streets-v12', true)
    : usgsTiles('satellite', name, 'USGSImageryOnly', true);
}

/** The built-in ground: state lines and names, and county lines. It needs no tiles. */
export const plain: BasemapConfig = {
  id: 'plain',
  name: 'Plain',
  url: '',
  attribution: '',
  maxZoom: 22,
  tileSize: 256,
  dark: false,
  crossOrigin: 'anonymous',
};

/** The basemaps of the public map: Mapbox with a token, else keyless public tiles, and the built-in one. */
export function basemaps(token: string): readonly BasemapConfig[] {
  return [
    outdoors(token),
    streets(token),
    satellite(token, 'Satellite'),
    {
      ...(token
        ? mapbox(token, 'light', 'Light', 'light-v11')
        : cartoTiles('light', 'Light', 'light_all', false)),
      tone: 'light',
    },
    token ? mapbox(token, 'dark', 'Dark', 'dark-v11', true) : cartoTiles('dark', 'Dark', 'dark_all', true),
    plain,
  ];
}

/** The basemaps of the tools' maps, with the default first: the built-in one if the setting says so. */
export function toolBasemaps(
  token: string,
  setting: 'outdoors' | 'plain' = 'outdoors',
): readonly [BasemapConfig, ...BasemapConfig[]] {
  const tiled = [streets(token), outdoors(token), satellite(token, 'Satellite Streets')] as const;
  return setting === 'plain' ? [plain, ...tiled] : [...tiled, plain];
}

/** Origins that images come from, for the Content-Security-Policy. */
export function basemapOrigins(token: string): readonly string[] {
  const origins = basemaps(token)
    .filter(({ url }) => url !== '')
    .map(({ url }) => new URL(url.replace('{s}', '*')).origin);
  return [...new Set(origins)];
}
