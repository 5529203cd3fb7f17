import type { TimeSeriesMore } from '../../time-series/index.ts';
import { readDerived, writeDerived } from '../rules/definitions.ts';
import { widenPeriod } from '../rules/derive.ts';
import { DerivedFields } from '../screen/DerivedFields.tsx';
import { deriveResults } from '../screen/derived-results.ts';

export default {
  noun: 'derived series',
  read(texts) {
    const { derived, refused } = readDerived(texts);
    return { texts: derived.map(writeDerived), refused };
  },
  widenPeriod: (period, texts) => widenPeriod(period, readDerived(texts).derived),
  compute: deriveResults,
  Fields: DerivedFields,
} satisfies TimeSeriesMore;
