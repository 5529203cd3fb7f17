import { useStore } from '@nanostores/react';
import { useMemo, useState } from 'react';
import { Chart, type ChartState, initialChartState } from '#kits/chart/index.ts';
import { Disclosure } from '#kits/ui/Disclosure.tsx';
import { LoadState, Notice, Stack } from '#kits/ui/index.ts';
import { formatUsDate } from '#lib/calendar.ts';
import { countOf } from '#lib/count-text.ts';
import { dataOf } from '#stores/queries.ts';
import { $resolvedTheme } from '#stores/theme.ts';
import type { AlertPreview, AlertTerms } from '../contract.ts';
import type { RuleDraft } from '../rules/draft.ts';
import { describeNow, describeObserved, describePast } from '../rules/rule-text.ts';
import styles from './Alerts.module.css';
import { previewChart } from './preview-chart.ts';
import type { RuleForm } from './rule-form.ts';

/** When the rule that is entered would have fired, before it is saved. */
export function RulePast({ form, draft }: { form: RuleForm; draft: RuleDraft }) {
  const state = useStore(form.preview.$state);
  const source = useStore(form.$record)?.delivered_by ?? '';
  if (state.status === 'idle')
    return (
      <p className={`quiet ${styles.past}`}>
        {draft.kind === 'level' && draft.level.trim() === ''
          ? 'Enter a level to see when it would have fired.'
          : 'Its past is shown when all fields can be read.'}
      </p>
    );
  const preview = dataOf(state);
  return (
    <div className={styles.past} aria-live="polite" aria-busy={state.status === 'loading'}>
      <LoadState state={state} noun="its past" lines={4} retry={form.preview.retry} />
      {preview && <Past preview={preview} terms={state.selection} source={source} />}
    </div>
  );
}

type PastProps = { preview: AlertPreview; terms: AlertTerms; source: string };

function Past({ preview, terms, source }: PastProps) {
  const theme = useStore($resolvedTheme);
  const [chart, setChart] = useState<ChartState>(initialChartState);
  const content = useMemo(
    () => previewChart(preview, terms, { theme, source }),
    [preview, terms, theme, source],
  );
  const now = describeNow(preview, terms);
  return (
    <Stack gap={2}>
      <p className="anywhere">
        <strong>{preview.condition}</strong> {describePast(preview)}.
      </p>
      {now !== undefined && <Notice severity="info">{now}</Notice>}
      <Chart isBare data={{ status: 'ready', content }} theme={theme} state={chart} onState={setChart} />
      <Days preview={preview} terms={terms} />
    </Stack>
  );
}

function Days({ preview: { firings, units_name }, terms }: Pick<PastProps, 'preview' | 'terms'>) {
  const [isOpen, setOpen] = useState(false);
  if (firings.length === 0) return null;
  const textOf = (measured: number) =>
    terms.kind === 'level'
      ? describeObserved(measured, terms.measure, units_name)
      : `the last value for ${countOf(measured, 'day')}`;
  return (
    <Disclosure
      label={firings.length === 1 ? 'The day' : `All ${firings.length} days`}
      open={isOpen}
      onToggle={() => setOpen(!isOpen)}
    >
      <ul className={`ruled-list text-sm ${styles.days}`} aria-label="Days on which it would have fired">
        {firings.toReversed().map(({ rdate, measured }) => (
          <li key={rdate} className="row" data-spread>
            <span>{formatUsDate(rdate)}</span> <span className="quiet">{textOf(measured)}</span>
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}
