/// <reference types="astro/client" />

declare module '*?bundled' {
  const code: string;
  export default code;
}

declare module 'leaflet/src/Leaflet.js' {
  export * from 'leaflet';
}

// Its modules have no types of their own.
declare module 'leaflet/src/*';
