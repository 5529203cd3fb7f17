import { describe, expect, test } from 'vitest';
import { addressOfView, queryOfView, readView, withView } from '#features/forecast/screen/view-address.ts';
import { fakeAddress } from '../../support/fake-server.ts';

describe('the parts of Forecast Supply', () => {
  test.each([
    ['', 'indicators'],
    ['series=Median', 'indicators'],
    ['view=outlook&point=heise', 'outlook'],
    ['point=heise&view=fill', 'fill'],
    ['view=Outlook', 'Outlook'],
    ['view=', ''],
  ])('are read from “%s” as %s', (query, view) => {
    expect(readView(query)).toBe(view);
  });

  test('begin their address with their name, but for the first', () => {
    expect(withView('outlook', 'point=heise')).toBe('view=outlook&point=heise');
    expect(withView('fill', '')).toBe('view=fill');
    expect(withView('indicators', 'series=Median,2026')).toBe('series=Median,2026');
  });

  test('take the issue day along, and come back to their own choice', () => {
    expect(queryOfView('fill', undefined, 'view=outlook&point=heise&issued=2020-04-01')).toBe(
      'view=fill&issued=2020-04-01',
    );
    expect(
      queryOfView('outlook', 'view=outlook&point=ririe&issued=2019-01-01', 'view=fill&issued=2020-04-01'),
    ).toBe('view=outlook&point=ririe&issued=2020-04-01');
    expect(queryOfView('indicators', 'series=Median,2026', 'view=fill&issued=2020-04-01')).toBe(
      'series=Median,2026',
    );
    expect(queryOfView('indicators', undefined, 'view=fill&issued=2020-04-01')).toBe('');
  });

  test('hear of Back and Forward only while the address is theirs', () => {
    const bar = fakeAddress('view=outlook&point=island-park');
    const heard: string[] = [];
    const stop = addressOfView(bar.address, 'outlook').listen((query) => heard.push(query));
    bar.address.push('series=Median');
    bar.address.push('view=outlook&point=heise');
    bar.back();
    bar.back();
    stop();
    expect(heard).toEqual(['view=outlook&point=island-park']);
  });
});
