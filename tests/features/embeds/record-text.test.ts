import { expect, test } from 'vitest';
import { describeFinding } from '#domain/finding/finding.ts';
import { describeRecord } from '#features/embeds/server/season-figure.ts';
import { findings } from '../../support/finding.ts';

const today = '2026-11-23';

test.each(Object.entries(findings).filter(([, { rdate }]) => rdate !== null))(
  'a figure says of a record what every place does: %s',
  (_state, finding) => {
    const { sentence, standing } = describeFinding(finding, { today });
    const { text, facts } = describeRecord(finding, finding.rdate ?? '', { today });
    expect(text).toBe(sentence);
    expect(facts.map(({ value }) => value)).toContain(standing);
  },
);
