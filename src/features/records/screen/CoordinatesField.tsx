import { useStore } from '@nanostores/react';
import { toolBasemaps } from '#config/basemaps.ts';
import { basin } from '#config/basin/basin.ts';
import { publicEnvironment } from '#config/environment.ts';
import { TextField } from '#kits/form/Field.tsx';
import { Button, Grid, lazyPart, Row, SkeletonLines, Stack } from '#kits/ui/index.ts';
import { isOnEarth, parseCoordinates } from '#lib/geometry/coordinates.ts';
import { loadOutlines } from '#stores/map-ground.ts';
import { $resolvedTheme } from '#stores/theme.ts';
import { type TypedCoordinates, toPlace, toTypedPlace } from './form-values.ts';
import { describeDoubt, describeMeant, doubtPlace } from './place-doubt.ts';
import styles from './RecordForm.module.css';

const PlaceMap = lazyPart(
  () => import('#kits/map/LocationMap.tsx').then((module) => module.LocationMap),
  <SkeletonLines count={3} label="Loading the map…" />,
);

const basemaps = toolBasemaps(publicEnvironment.PUBLIC_MAPBOX_TOKEN, publicEnvironment.PUBLIC_BASEMAP);
const homeView = { center: basin.modelsCenter, zoom: basin.zoom + 1 } as const;

type Props = {
  label: string;
  value: TypedCoordinates;
  error: string | undefined;
  required: boolean;
  onChange: (value: TypedCoordinates) => void;
};

/** An input for latitude and longitude: typed, pasted as a pair, or picked on a map. */
export function CoordinatesField({ label, value, error, required, onChange }: Props) {
  const place = toPlace(value);
  const doubt = place && doubtPlace(basin.extent, place);

  function type(part: keyof TypedCoordinates, text: string): void {
    const pasted = parseCoordinates(text);
    const [first] = pasted.kind === 'places' ? pasted.places : [];
    onChange(first ? toTypedPlace(first) : { ...value, [part]: text });
  }
  return (
    <Stack as="fieldset" gap={3} className={`outlined ${styles.coordinates} pad-4`}>
      <legend className="label">{label}</legend>
      <Grid gap={3} data-columns="narrow">
        <TextField
          label="Latitude"
          type="number"
          value={value.latitude}
          required={required}
          error={error}
          hint="Decimal degrees, WGS 84. You can paste a pair."
          onChange={(text) => type('latitude', text)}
        />
        <TextField
          label="Longitude"
          type="number"
          value={value.longitude}
          required={required}
          hint="West is negative."
          onChange={(text) => type('longitude', text)}
        />
      </Grid>
      {doubt?.meant && (
        <Row as="p" gap={2} className="card text-sm" data-severity="warning" role="status">
          {describeDoubt(doubt)} Did you mean {describeMeant(doubt.meant)}?{' '}
          <Button onClick={() => doubt.meant && onChange(toTypedPlace(doubt.meant))}>
            Use {describeMeant(doubt.meant)}
          </Button>
        </Row>
      )}
      <p className="muted text-xs">Click or tap the map to pick the location.</p>
      <CoordinatesMap
        value={value}
        label={`${label} on a map`}
        onPick={(lat, lng) => onChange(toTypedPlace({ lat, lng }))}
      />
    </Stack>
  );
}

type MapProps = {
  value: TypedCoordinates;
  label: string;
  onPick?: (lat: number, lng: number) => void;
};

/** Shows the coordinates on a map, which is loaded separately from the page. */
export function CoordinatesMap({ value, label, onPick }: MapProps) {
  const theme = useStore($resolvedTheme);
  const place = toPlace(value);
  return (
    <div className={`viewport ${styles.map}`}>
      <PlaceMap
        theme={theme}
        label={label}
        homeView={homeView}
        basemaps={basemaps}
        outlines={loadOutlines}
        position={place && isOnEarth(place) ? [place.lat, place.lng] : undefined}
        positionLabel={`${value.latitude}, ${value.longitude}`}
        onPick={onPick && (([pickedLat, pickedLng]) => onPick(pickedLat, pickedLng))}
      />
    </div>
  );
}
