import { useEffect } from 'react';
import { useMap } from 'react-leaflet';

interface MapCreditsProps {
  /** As plain text. */
  readonly sources: readonly string[];
}

/** Names the sources of what is drawn, beside those of the basemap. */
export function MapCredits({ sources }: MapCreditsProps) {
  const map = useMap();
  useEffect(() => {
    const credits = map.attributionControl;
    // The control takes HTML.
    const texts = sources.map((text) => new Option(text).innerHTML);
    for (const text of texts) credits.addAttribution(text);
    return () => {
      for (const text of texts) credits.removeAttribution(text);
    };
  }, [map, sources]);
  return null;
}
