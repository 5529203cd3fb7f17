import { useStore } from '@nanostores/react';
import { pathOfSite } from '#domain/page-paths.ts';
import { Chart, type ChartContent, type ChartData } from '#kits/chart/index.ts';
import { Row } from '#kits/ui/Layout.tsx';
import { PrintSheet } from '#kits/ui/print/PrintSheet.tsx';
import { $resolvedTheme } from '#stores/theme.ts';
import type { SitePage, SiteRecord } from '../contract.ts';
import { openingView, type SeasonView } from './season-view.ts';
import { type DescribedFinding, livingNeighbor } from './site-facts.ts';
import type { SiteScreen } from './site-screen.ts';

type Props = {
  screen: SiteScreen;
  page: SitePage;
  record: SiteRecord;
  described: DescribedFinding | undefined;
  content: ChartContent | undefined;
  /** The same in light colors. */
  printed: ChartContent | undefined;
};

const viewLabels: Readonly<Record<SeasonView, string>> = {
  months: 'Last 12 months',
  'water-year': 'Water year',
};

/** The season of the chosen record: the running year over the normals, or the last year of a record that is over. */
export function SeasonChart({ screen, page, record, described, content, printed }: Props) {
  const season = useStore(screen.season.$state);
  const chart = useStore(screen.$chart);
  const choice = useStore(screen.$choice);
  const theme = useStore($resolvedTheme);
  const data = toChartData(season, content, () => void screen.season.retry());
  const hasEnded = described?.state === 'ended';
  const view = choice.view ?? openingView(record.parameter_ndx, screen.today);
  return (
    <section aria-label="Season">
      <PrintSheet data={data} finding={described && `${page.site.loc_name}: ${described.sentence}`}>
        <Chart
          isBare
          {...(printed && { printed })}
          data={data}
          theme={theme}
          state={{ ...chart, isLog: choice.isLog || undefined }}
          onState={screen.setChart}
        />
      </PrintSheet>
      <Row data-spread gap={2} className="no-print">
        {page.records.length > 1 && (
          <Tabs
            label="Parameter"
            value={String(record.parameter_ndx)}
            choices={page.records.map((each) => [String(each.parameter_ndx), each.parameter_name])}
            onChange={(value) => screen.choose({ parameter: Number(value) })}
          />
        )}
        {!hasEnded && (
          <Row>
            <Tabs
              label="Time shown"
              value={view}
              choices={[
                ['months', viewLabels.months],
                ['water-year', viewLabels['water-year']],
              ]}
              onChange={(value) => screen.choose({ view: value })}
            />
            {content?.axes.left.offersLog && (
              <Toggle isOn={choice.isLog} onToggle={() => screen.choose({ isLog: !choice.isLog })}>
                Log scale
              </Toggle>
            )}
            {content?.levels && (
              <Toggle
                isOn={choice.isPercent}
                onToggle={() => screen.choose({ isPercent: !choice.isPercent })}
              >
                Percent of full
              </Toggle>
            )}
          </Row>
        )}
      </Row>
      {hasEnded && <StillMeasuring page={page} today={screen.today} />}
    </section>
  );
}

function toChartData(
  state: ReturnType<SiteScreen['season']['$state']['get']>,
  content: ChartContent | undefined,
  retry: () => void,
): ChartData {
  if (content) return { status: 'ready', content };
  if (state.status === 'failed') return { status: 'failed', message: state.error.message, retry };
  if (state.status === 'ready' && state.data.days.length === 0) {
    return { status: 'idle', hint: 'The last two years of this record have no values.' };
  }
  return { status: 'loading', progress: 'Loading the season…' };
}

/** The nearest site on the river that still measures. */
function StillMeasuring({ page: { neighbors }, today }: { page: SitePage; today: string }) {
  const living = livingNeighbor(neighbors, today);
  if (!living) return null;
  return (
    <p>
      Still measuring nearby: <a href={pathOfSite(living.site.loc_ndx)}>{living.site.loc_name}</a>,{' '}
      {living.described.value} on {living.described.date}
    </p>
  );
}

type ToggleProps = { isOn: boolean; onToggle: () => void; children: string };

function Toggle({ isOn, onToggle, children }: ToggleProps) {
  return (
    <button type="button" className="tab text-sm" aria-pressed={isOn} onClick={onToggle}>
      {children}
    </button>
  );
}

type TabsProps<Value extends string> = {
  label: string;
  value: Value;
  choices: readonly (readonly [value: Value, label: string])[];
  onChange: (value: Value) => void;
};

/** Radio buttons that look like a row of words, the chosen one underlined. */
function Tabs<Value extends string>({ label, value, choices, onChange }: TabsProps<Value>) {
  return (
    <fieldset className="row" data-gap={3}>
      <legend className="visually-hidden">{label}</legend>
      {choices.map(([each, text]) => (
        <label key={each} className="tab text-sm">
          <input
            type="radio"
            className="cover-radio"
            name={label}
            checked={each === value}
            onChange={() => onChange(each)}
          />
          {text}
        </label>
      ))}
    </fieldset>
  );
}
