import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { ExportTools } from '#kits/chart/ExportTools.tsx';
import type { DataLink } from '#kits/ui/LinkToData.tsx';

/** The buttons of a chart as a screen reader names them, each with its other attributes. */
function buttonsOf(link: DataLink | undefined) {
  const markup = renderToStaticMarkup(
    <ExportTools
      title="Streamflow at Heise"
      toTsv={() => ''}
      toCsv={() => ''}
      renderImage={() => Promise.resolve(new Blob())}
      describeExportTime={String}
      link={link}
      notify={() => {}}
    />,
  );
  return [...markup.matchAll(/<button([^>]*)>(.*?)<\/button>/g)].map(([, attributes = '', content = '']) => ({
    name: /aria-label="([^"]*)"/.exec(attributes)?.[1] ?? content.replace(/<[^>]*>/g, '').trim(),
    attributes,
  }));
}

const access = 'It needs no access token.';

describe('the link of a chart', () => {
  test('is beside the downloads, names its chart, and says who can fetch the file', () => {
    const buttons = buttonsOf({ address: '/api/data/daily.csv', access });
    expect(buttons.map(({ name }) => name)).toEqual([
      'Copy data of the chart Streamflow at Heise',
      'Download PNG of the chart Streamflow at Heise',
      'Download SVG of the chart Streamflow at Heise',
      'Download CSV of the chart Streamflow at Heise',
      'Link to this data of the chart Streamflow at Heise',
    ]);
    expect(buttons.at(-1)?.attributes).toContain(`title="Link to this data. ${access}"`);
    expect(buttons.at(-1)?.attributes).toContain('aria-disabled="false"');
  });

  test('cannot be used while there is no file', () => {
    expect(buttonsOf({ address: undefined, access }).at(-1)?.attributes).toContain('aria-disabled="true"');
  });

  test('is absent from a chart without a file', () => {
    expect(buttonsOf(undefined).filter(({ name }) => name.startsWith('Link'))).toEqual([]);
  });
});
