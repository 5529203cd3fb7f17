import { atom } from 'nanostores';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import type { FindingAnswer } from '#contract/finding.ts';
import { describeFinding } from '#domain/finding/finding.ts';
import { percentileBar } from '#domain/finding/percentile-bar.ts';
import { glanceOf } from '#features/forecast/screen/site-glance.ts';
import { LatestValues } from '#features/public-map/screen/panels/LatestValues.tsx';
import { Condition } from '#features/public-map/screen/panels/SitesPanel.tsx';
import type { SitePopupState } from '#features/public-map/screen/popup.ts';
import type { PublicMapScreen } from '#features/public-map/screen/screen.ts';
import type { SiteSummary } from '#features/site-summary/contract.ts';
import { siteColumns, toSiteRows } from '#features/site-summary/files.ts';
import { Standing } from '#kits/ui/marks/Standing.tsx';
import { toBody } from '#lib/table/columns.ts';
import { Standing as StandingLine } from '#season/years/Standing.tsx';
import { toCondition } from '#server/findings/site-conditions.ts';
import { findings } from '../../support/finding.ts';
import {
  expectOwnTerms,
  plainText,
  type Recorded,
  records,
  testReading,
  textOf,
} from '../../support/finding-text.ts';
import { createStanding } from '../../support/standing.ts';

const today = '2026-11-23';

function latestScreen(finding: Recorded): PublicMapScreen {
  const data = { loc_ndx: finding.loc_ndx, records: [finding] };
  const $state = atom({ status: 'ready', selection: finding.loc_ndx, data });
  return { latest: { $state }, today: () => today } as unknown as PublicMapScreen;
}

function summaryText(finding: Recorded): string {
  const { loc_ndx, loc_id, loc_name, parameter_ndx, parameter_name, units_name, rdate, value } = finding;
  const site = { loc_ndx, loc_id, loc_name, parameter_ndx, parameter_name, units_name };
  const record = { por_start: null, por_end: rdate, num_days: 900, num_years: 3, total_samples: 900 };
  const place = { class: finding.class, percentile: finding.percentile, of: finding.of, rank: finding.rank };
  const latest = { loc_ndx, parameter_ndx, rdate, value, ...place, normal_years: 30, later_normal_years: 15 };
  const rows = toSiteRows([{ ...site, ...record } as SiteSummary], [latest], today);
  const columns = siteColumns(today).filter(({ id }) => id === 'latest' || id === 'class');
  const cells = toBody(columns, rows).flat();
  return cells.map(({ text, mark = '' }) => `${text} ${mark}`).join(' ');
}

const standingOf = (finding: Recorded) => createStanding({ finding, latest: { rdate: finding.rdate } });

/** Each place that shows a record: as text. Those that say a sentence are `sentences`. */
const places = {
  'popup of the map': (finding: Recorded) => {
    const site = { loc_ndx: finding.loc_ndx, parameter_name: 'Streamflow' } as SitePopupState['site'];
    return textOf(<LatestValues screen={latestScreen(finding)} site={site} reporting={undefined} />);
  },
  'line of a site of the forecast': (finding: Recorded) => {
    const glance = glanceOf(
      { parameter: finding.parameter_ndx, measure: 'value' },
      { standing: standingOf(finding), series: undefined, today },
    );
    const { value, when, standing } = glance.described ?? {};
    return `${value} ${when} ${glance.changes.join(' ')} ${standing && textOf(<Standing {...standing} />)}`;
  },
  'row of the Site Summary Table': summaryText,
} as const;

const sentences = {
  'line above a comparison': (finding: Recorded) =>
    textOf(
      <StandingLine
        standing={standingOf(finding)}
        selection={{ measure: 'value', year: 'irrigation' }}
        today={today}
      />,
    ),
} as const;

const { withheld } = findings;

describe.each(Object.entries(places))('the %s', (name, textIn) => {
  test.each(records)('says of a record what every place does: %s', (_state, finding) => {
    const described = describeFinding(finding, { today });
    const text = textIn(finding);
    expect(text).toContain(described.standing);
    if (described.age !== undefined) expect(text).toContain(described.age);
    if (name !== 'row of the Site Summary Table') {
      expect(text).toContain(described.value);
      if (described.change !== undefined) expect(text).toContain(described.change);
      if (described.date !== undefined) expect(text).toContain(described.date);
    }
    expectOwnTerms(text, finding, today);
  });
});

describe.each(Object.entries(sentences))('the %s', (_name, textIn) => {
  test.each(records)('says the sentence of a record: %s', async (_state, finding) => {
    const text = await textIn(finding);
    expect(text).toContain(describeFinding(finding, { today }).sentence);
    expectOwnTerms(text, finding, today);
  });
});

describe.each(records)('beside its value, %s', (_state, finding) => {
  const described = describeFinding(finding, { today });

  test('the row of the map’s list has its value and its bar, which says the standing', () => {
    const html = renderToStaticMarkup(<Condition condition={toCondition(finding, today)} />);
    expect(plainText(html)).toBe(described.value);
    const label = described.standing.replaceAll("'", '&#x27;');
    if (described.bar?.percentile === undefined) expect(html).not.toContain('<svg');
    else expect(html).toContain(percentileBar(described.bar, 'tight', { label }));
  });
});

testReading('popup', places['popup of the map']);

test('what is withheld says so in the popup', () => {
  const { value, standing } = describeFinding(withheld, { today });
  const text = places['popup of the map'](withheld as FindingAnswer as Recorded);
  expect(text).toContain(value);
  expect(text).toContain(standing);
});

test.each(Object.entries({ ...places, ...sentences }))(
  'nothing that has ended has life in the %s',
  async (_, textIn) => {
    const text = await textIn(findings.ended as Recorded);
    expect(text).not.toMatch(/normal|percentile|median|in 1 day|in 7 days|%/);
  },
);
