import { useStore } from '@nanostores/react';
import { Ellipsis } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import { percentileBar } from '#domain/finding/percentile-bar.ts';
import { dataAddress, mapPathOfSite, pathOfSite } from '#domain/page-paths.ts';
import { sideOfGround } from '#domain/quantity.ts';
import { seasonChartAddress } from '#domain/season/season-file-address.ts';
import { drawTeacup } from '#domain/teacup.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { ChartExport } from '#kits/chart/ChartFrame.tsx';
import type { ChartContent } from '#kits/chart/index.ts';
import { CopyButton } from '#kits/ui/CopyButton.tsx';
import { VisuallyHidden } from '#kits/ui/index.ts';
import { Row } from '#kits/ui/Layout.tsx';
import { Reading } from '#kits/ui/marks/Reading.tsx';
import standing from '#kits/ui/marks/Standing.module.css';
import { Bar } from '#kits/ui/marks/Standing.tsx';
import { MenuButton } from '#kits/ui/overlay/MenuButton.tsx';
import { formatDay } from '#lib/calendar.ts';
import { describeAccess } from '#stores/data-access.ts';
import type { SiteActionProps } from '#stores/site-hooks.ts';
import { $resolvedTheme } from '#stores/theme.ts';
import type { SiteFacts, SiteRecord } from '../contract.ts';
import styles from './SitePage.module.css';
import { type DescribedFinding, describeSiteKind } from './site-facts.ts';
import type { SiteScreen } from './site-screen.ts';

type Props = {
  screen: SiteScreen;
  site: SiteFacts;
  record: SiteRecord | undefined;
  described: DescribedFinding | undefined;
  /** What the chart shows, once it is loaded. */
  content: ChartContent | undefined;
};

/** The name of the site, and what is said of its record. */
export function SiteHead({ screen, site, record, described, content }: Props) {
  return (
    <header className="no-print">
      <Row data-spread>
        <h1>
          {site.loc_name} <span className={`quiet regular ${styles.kind}`}>{describeSiteKind(site)}</span>
        </h1>
        <SiteActions screen={screen} site={site} record={record} content={content} />
      </Row>
      {record && described && described.state !== 'none' && described.state !== 'withheld' && (
        <Lead site={site} record={record} described={described} />
      )}
    </header>
  );
}

type LeadProps = { site: SiteFacts; record: SiteRecord; described: DescribedFinding };

function Lead({ site, record: { latest }, described }: LeadProps) {
  const changes = [described.change, described.weekChange].filter((each) => each !== undefined).join(', ');
  return (
    <Row gap="2 5" className={`${standing.lead} ${styles.lead} apart`} data-state={described.state}>
      {described.amount !== undefined && latest && <Cup site={site} record={latest} />}
      {described.state !== 'ended' && (
        <p>
          <Value described={described} finding={latest ?? undefined} />
          {described.amount !== undefined && <span className="block text-sm">{described.amount}</span>}
        </p>
      )}
      {described.bar && (
        <Bar markup={percentileBar(described.bar, 'headline', { label: described.sentence })} />
      )}
      <div className={`${standing.claim} ${styles.claim}`}>
        <p className={described.state === 'ended' ? 'strong' : undefined}>
          <Claim described={described} name={latest?.class ?? undefined} />
        </p>
        <p className="quiet">
          {[
            described.state === 'ended' ? `Last value ${described.value}` : changes,
            described.state === 'ended' ? '' : described.warning,
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        {described.reading && (
          <p>
            <Reading reading={described.reading} />
          </p>
        )}
      </div>
    </Row>
  );
}

/** The number large, and its unit smaller. */
function Value({
  described: { value, amount },
  finding,
}: {
  described: DescribedFinding;
  finding: Latest | undefined;
}) {
  const small = amount === undefined ? finding?.units_name : 'full';
  const side =
    finding?.parameter_ndx === parameterNdx.depthToWater ? sideOfGround(finding.value ?? 0) : undefined;
  const measured = withoutEnd(value, side);
  const number = withoutEnd(measured, small);
  return (
    <strong className={`${standing.number} strong ${styles.number}`}>
      {number}
      {number !== value && <span> {[small, side].filter(Boolean).join(' ')}</span>}
    </strong>
  );
}

/** `11.01` of `11.01 ft` */
function withoutEnd(text: string, end: string | undefined): string {
  return end !== undefined && text.endsWith(` ${end}`) ? text.slice(0, -end.length - 1) : text;
}

/** The sentence, with its class in its color. */
function Claim({ described, name }: { described: DescribedFinding; name: string | undefined }): ReactNode {
  const { claim } = described;
  const at = name === undefined || !described.class ? -1 : claim.indexOf(name);
  if (at < 0 || name === undefined) return claim;
  return (
    <>
      {claim.slice(0, at)}
      <strong className={standing.class} data-tone={described.class?.tone}>
        {name}
      </strong>
      {claim.slice(at + name.length)}
    </>
  );
}

type Latest = NonNullable<SiteRecord['latest']>;

/** The height of the cup beside the value, in pixels. */
const cupHeight = 60;

/** How full a reservoir is: its water, the median of the date and the level of a year ago. */
function Cup({ site: { capacity_af }, record }: { site: SiteFacts; record: Latest }) {
  if (!capacity_af || record.value === null) return null;
  const share = (value: number | undefined) => (value === undefined ? undefined : value / capacity_af);
  const levels = {
    now: share(record.value),
    median: share(record.of?.median),
    lastYear: share(record.year_before?.value),
    size: 1,
  };
  return <Bar markup={drawTeacup(levels, { height: cupHeight })} />;
}

const actions = Object.entries(
  import.meta.glob<ComponentType<SiteActionProps>>('../../*/fills/site-actions.tsx', {
    eager: true,
    import: 'default',
  }),
);

type ActionProps = Pick<Props, 'screen' | 'site' | 'record' | 'content'>;

function SiteActions({ screen, site, record, content }: ActionProps) {
  const { isLog } = useStore(screen.$choice);
  const theme = useStore($resolvedTheme);
  const { loc_ndx, loc_id, loc_url, data_provider } = site;
  const agencyPage = toWebUrl(loc_url);
  const parameter = record?.parameter_name;
  return (
    <Row gap={2} className={`no-print ${styles.actions}`}>
      {actions.map(([path, Action]) => (
        <Action key={path} site={site} />
      ))}
      {content && parameter !== undefined && (
        <ChartExport
          content={content}
          isLog={isLog}
          theme={theme}
          size={exportSize}
          link={{
            address: chartAddress(content, { site: loc_id, parameter }),
            access: describeAccess([data_provider]),
          }}
        />
      )}
      <MenuButton label="More about this site" button={<Ellipsis size={16} aria-hidden="true" />}>
        <a href={mapPathOfSite(loc_ndx)}>On the map</a>
        {agencyPage !== undefined && (
          <a href={agencyPage} target="_blank" rel="noopener">
            Page at {data_provider.split(' ')[0]}
            <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
          </a>
        )}
        <CopyButton text={() => new URL(pathOfSite(loc_ndx), location.href).href} label="Copy link" />
      </MenuButton>
    </Row>
  );
}

/** Of a downloaded picture, in pixels. */
const exportSize = { width: 1000, height: 600 };

/** The file with what the chart shows: of water years their series, else the daily values from its first day on. */
function chartAddress({ time, series }: ChartContent, name: { site: string; parameter: string }): string {
  const years = series.map(({ id }) => id).filter((id) => /^\d{4}$/.test(id));
  if (time.kind === 'season') return seasonChartAddress(name, { series: years.toReversed() });
  return dataAddress('daily', { ...name, from: formatDay(series.at(-1)?.xs[0] ?? 0) });
}

function toWebUrl(text: string | null): string | undefined {
  if (text === null || !URL.canParse(text)) return undefined;
  const { protocol, href } = new URL(text);
  return protocol === 'https:' || protocol === 'http:' ? href : undefined;
}
