import { expect, test } from 'vitest';
import { parseFigureAddress } from '#features/embeds/screen/address.ts';

test.each([
  [
    '/embed/season',
    '?site=G1&parameter=Streamflow',
    'light',
    'season',
    { site: 'G1', parameter: 'Streamflow' },
  ],
  ['/embed/storage/', '?theme=dark', 'dark', 'storage', {}],
  ['/embed/snow', '?group=Wood+%26+Lost&theme=light', 'light', 'snow', { group: 'Wood & Lost' }],
  ['/embed/brief', '?width=800', 'light', 'brief', { width: '800' }],
])('%s%s is a figure', (path, search, theme, name, query) => {
  expect(parseFigureAddress(path, search)).toEqual({ theme, name, query });
});

test.each([
  ['/embed/nothing', '', 'There is no figure of this name. There are season, storage, snow, brief.'],
  ['/embed/', '', 'There is no figure of this name. There are season, storage, snow, brief.'],
  ['/embed/Season', '', 'There is no figure of this name. There are season, storage, snow, brief.'],
  ['/embed/brief', '?theme=blue', 'The theme of a figure is light or dark.'],
  ['/embed/brief', '?theme=', 'The theme of a figure is light or dark.'],
  ['/embed/brief', '?theme=dark&theme=light', 'The theme of a figure is light or dark.'],
])('%s%s is none, and says why', (path, search, fault) => {
  expect(parseFigureAddress(path, search)).toMatchObject({ fault });
});
