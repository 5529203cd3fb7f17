import type { Page } from 'playwright';
import { measureMedians } from './harness.ts';
import type { BenchResult } from './measure.ts';

/** Compares the map kit with bare Leaflet on canvas, drawing 10,000 points in one browser. */
export async function benchPoints(page: Page): Promise<BenchResult[]> {
  const { mapKit, bareLeaflet } = await measureMedians(page, ['mapKit', 'bareLeaflet']);
  return [
    {
      what: 'Map: 10,000 points drawn, against bare Leaflet on canvas',
      value: mapKit / bareLeaflet,
      unit: '×',
      limit: 1.5,
      detail: `${mapKit.toFixed(0)} ms against ${bareLeaflet.toFixed(0)} ms`,
    },
  ];
}
