import { describe, expect, it } from 'vitest';
import { toPopupContent } from '#features/public-map/screen/popup.ts';
import { siteProperties } from '#features/public-map/screen/site-features.ts';
import { layer, site } from './builders.ts';

const points = layer({
  id: 'points',
  lreProperties: {
    layerGroup: 'Data Points',
    popup: { titleField: 'loc_name', excludeFields: ['lat_dd', 'loc_url'] },
  },
});
const of = (part: Partial<Parameters<typeof site>[0]>) =>
  toPopupContent(points, siteProperties(site({ loc_ndx: 5, ...part })));

describe('toPopupContent', () => {
  it('takes the title from the title field and labels the rest', () => {
    const popup = of({ loc_name: 'Heise', huc8_name: 'Teton' });
    expect(popup?.title).toBe('Heise');
    expect(popup?.fields.slice(0, 2)).toEqual([
      { label: 'Location ID', value: 'ID5' },
      { label: 'Location Type', value: 'Stream Gage' },
    ]);
    expect(popup?.fields).toContainEqual({ label: 'HUC 8', value: 'Teton' });
  });

  it('hides what is empty, null or excluded', () => {
    const labels = of({ parameter_name: ' ', huc8_name: null, cuwcd_well_number: '' })?.fields.map(
      (f) => f.label,
    );
    expect(labels).toEqual(['Location ID', 'Location Type', 'Data Provider', 'Latitude', 'Longitude']);
  });

  it('omits internal fields, whatever the layer’s `excludeFields`', () => {
    const labels = of({ por_end: '2026-11-20', interval_days: 30 })?.fields.map((f) => f.label);
    expect(labels).not.toContain('Por End');
    expect(labels).not.toContain('Interval Days');
  });

  it('has a plot link for a web address only', () => {
    expect(of({ loc_url: 'https://example.org/a b' })?.plotLink).toBe('https://example.org/a%20b');
    expect(of({ loc_url: 'javascript:alert(1)' })?.plotLink).toBeUndefined();
    expect(of({ loc_url: 'gage' })?.plotLink).toBeUndefined();
    expect(of({ loc_url: null })?.plotLink).toBeUndefined();
  });

  it('has a graph button for a count above zero, of the whole site where there is no parameter', () => {
    expect(of({})?.graphs).toEqual([]);
    expect(of({ count_wqdata: 1 })?.graphs).toEqual([
      {
        label: 'Water Quality',
        count: 1,
        href: '/data-analysis-tools/time-series-comparison?locations_left=5&axes=one&start=&end=&submitted=yes',
      },
    ]);
  });

  it.each([
    ['Snow Water Equivalent', 1],
    ['Air Temperature, Snow Water Equivalent', 1],
    ['Snow Water Equivalent Change', 0],
    ['Streamflow', 0],
    ['', 0],
    [null, 0],
  ])('has a button for the snow curve of a site with the parameters %j: %i', (parameter_name, count) => {
    const snow = { label: 'Snow Curve', href: '/data-analysis-tools/snotel-swe-data?chosen=site-5' };
    expect(of({ parameter_name })?.graphs).toEqual(count ? [snow] : []);
  });

  it('returns nothing if the layer has `excludePopup`', () => {
    const silent = layer({ id: 'x', lreProperties: { layerGroup: 'g', popup: { excludePopup: true } } });
    expect(toPopupContent(silent, { name: 'a' })).toBeUndefined();
  });

  it('labels unknown fields by their keys', () => {
    const areas = layer({ id: 'areas', source: 'huc8', lreProperties: { layerGroup: 'g' } });
    expect(toPopupContent(areas, { name: 'Teton', drainage_area: 12.5, approximate: true })).toMatchObject({
      title: 'Teton',
      fields: [
        { label: 'Name', value: 'Teton' },
        { label: 'Drainage Area', value: '12.5' },
        { label: 'Approximate', value: 'Yes' },
      ].slice(1),
    });
  });
});
