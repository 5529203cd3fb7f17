// Stands for `leaflet` in the built pages: Leaflet's own modules instead of its bundle. See components/build/leaflet-modules.ts.
import 'leaflet/src/map/index.js';
import { Attribution } from 'leaflet/src/control/Control.Attribution.js';
import { Control } from 'leaflet/src/control/Control.js';
import { Scale } from 'leaflet/src/control/Control.Scale.js';
import { Zoom } from 'leaflet/src/control/Control.Zoom.js';

export * from 'leaflet/src/Leaflet.js';

Object.assign(Control, { Attribution, Scale, Zoom });
