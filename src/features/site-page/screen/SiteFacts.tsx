import { useStore } from '@nanostores/react';
import { Code } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { computationLink } from '#config/documentation-links.ts';
import type { Finding } from '#domain/finding/finding.ts';
import { dataAddress } from '#domain/page-paths.ts';
import { DataTable } from '#kits/chart/export/DataTable.tsx';
import type { ChartContent } from '#kits/chart/index.ts';
import { LinkToData } from '#kits/ui/CopyButton.tsx';
import { Disclosure } from '#kits/ui/Disclosure.tsx';
import { Button, Notice } from '#kits/ui/index.ts';
import { Stack } from '#kits/ui/Layout.tsx';
import { useMediaQuery } from '#kits/ui/screen-parts.tsx';
import { formatUsDate } from '#lib/calendar.ts';
import { countOf } from '#lib/count-text.ts';
import { describeAccess } from '#stores/data-access.ts';
import { openFigureDialog } from '#stores/figure-dialog.ts';
import type { SiteMentions, SitePage, SiteRecord, SiteStatistics as Statistics } from '../contract.ts';
import { Completeness } from './Completeness.tsx';
import styles from './SitePage.module.css';
import {
  completenessPercent,
  periodText,
  statisticsBasis,
  statisticsRows,
  statisticsTitle,
  toolLinks,
} from './site-facts.ts';
import type { SiteScreen } from './site-screen.ts';

/** What the date of the latest value usually has, with that value in its place. */
export function SiteStatistics({ statistics, finding }: { statistics: Statistics; finding: Finding }) {
  const title = statisticsTitle(statistics, finding.rdate ?? '');
  return (
    <SitePart title={title}>
      <p className="quiet">{statisticsBasis(statistics)}; the latest value stands where it falls</p>
      <table className={`full-width text-sm ${styles.table} ${styles.ruled}`} aria-label={title}>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">Statistic</th>
            <th scope="col">Value</th>
          </tr>
        </thead>
        <tbody>
          {statisticsRows(statistics, finding).map(({ name, value, zone, isLatest }) => (
            <tr key={name} aria-current={isLatest || undefined}>
              <th
                scope="row"
                style={{ borderInlineStart: `4px solid var(--pct-${zone})`, forcedColorAdjust: 'none' }}
              >
                {name}
              </th>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </SitePart>
  );
}

const narrow = '(width < 40rem)';

/** A part of the page beneath the chart; a phone folds it. */
export function SitePart({ title, children }: { title: string; children: ReactNode }) {
  const isNarrow = useMediaQuery(narrow);
  if (isNarrow) return <Fold title={title}>{children}</Fold>;
  return (
    <Stack as="section" gap={2} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </Stack>
  );
}

type Props = {
  screen: SiteScreen;
  page: SitePage;
  record: SiteRecord | undefined;
  content: ChartContent | undefined;
};

/** What a reader may ask for: each part is a line until it is opened. */
export function SiteFolds({ screen, page, record, content }: Props) {
  const { year } = useStore(screen.$choice);
  const { site, documents, announcements } = page;
  const percent = record?.completeness && completenessPercent(record.completeness);
  const mentions = documents.length + announcements.length;
  return (
    <section aria-labelledby="site-more" className={styles.folds}>
      <h2 id="site-more" className="on-large">
        More
      </h2>
      {record?.completeness && (
        <Fold
          title="Completeness"
          detail={percent === undefined ? periodText(record) : `${percent} of days`}
          startsOpen={year !== undefined}
        >
          <Completeness key={record.parameter_ndx} screen={screen} record={record} />
        </Fold>
      )}
      <Fold title="Documents and announcements" detail={mentions === 0 ? 'none' : String(mentions)}>
        <Mentions documents={documents} announcements={announcements} />
      </Fold>
      {record && content && (
        <Fold title="Values as a table">
          <DataTable content={content} />
          <LinkToData
            of={`${record.parameter_name}, daily values`}
            address={dataAddress('daily', { site: site.loc_id, parameter: record.parameter_name })}
            access={describeAccess([site.data_provider])}
          />{' '}
          {openFigureDialog && (
            <Button
              onClick={() =>
                void openFigureDialog?.({
                  kind: 'record',
                  site: site.loc_id,
                  siteName: site.loc_name,
                  parameter: record.parameter_name,
                })
              }
            >
              <Code size={16} aria-hidden="true" /> Use this figure elsewhere
            </Button>
          )}
        </Fold>
      )}
      {record && (
        <>
          <Fold title="How was this computed?">
            <HowComputed record={record} />
          </Fold>
          <Fold title="Compare years, or with other sites">
            <Stack as="ul" gap={1} className={styles.links}>
              {toolLinks(site, record, screen.today).map(({ label, href }) => (
                <li key={label}>
                  <a href={href}>{label}</a>
                </li>
              ))}
            </Stack>
          </Fold>
        </>
      )}
    </section>
  );
}

type FoldProps = { title: string; detail?: string; startsOpen?: boolean; children: ReactNode };

function Fold({ title, detail, startsOpen = false, children }: FoldProps) {
  const [isOpen, setOpen] = useState(startsOpen);
  const label = (
    <>
      {title} {detail !== undefined && <span className="quiet regular">{detail}</span>}
    </>
  );
  return (
    <div className={`ruled-below ${styles.fold}`}>
      <Disclosure label={label} open={isOpen} onToggle={() => setOpen(!isOpen)}>
        {isOpen && <div className={styles.folded}>{children}</div>}
      </Disclosure>
    </div>
  );
}

function HowComputed({ record: { statistics } }: { record: SiteRecord }) {
  return (
    <p className="quiet">
      The bands span the lowest to the highest, the 10th to the 90th and the 25th to the 75th percentile of
      each day in 1991–2020; the dotted line is the median. The class and the bar come from{' '}
      <a href={computationLink('where-a-value-stands')}>where the value stands</a> among the{' '}
      <a
        href={computationLink(
          statistics?.period === 'month' ? 'monthly-statistics-of-wells' : 'statistics-of-a-day',
        )}
      >
        statistics of its {statistics?.period === 'month' ? 'month' : 'date'}
      </a>
      .
    </p>
  );
}

/** The API gives no more of each. */
const maxMentions = 20;

/** Documents and announcements that name the site. */
function Mentions({ documents, announcements }: SiteMentions) {
  if (documents.length + announcements.length === 0) {
    return <p className="quiet">No published text names this site.</p>;
  }
  return (
    <>
      {announcements.map(({ id, title, message, severity }) => (
        <Notice key={id} severity={severity}>
          <strong>{title}</strong> {message}
        </Notice>
      ))}
      <Stack as="ul" gap={1} className={styles.links}>
        {documents.map(({ id, title, document_type, document_date }) => (
          <li key={id}>
            <a href={`/documents/public-docs/${id}`}>{title}</a>{' '}
            <span className="quiet">
              {[document_type, ...(document_date === null ? [] : [formatUsDate(document_date)])]
                .filter(Boolean)
                .join(', ')}
            </span>
          </li>
        ))}
      </Stack>
      {documents.length === maxMentions && (
        <p className="quiet">
          These are the newest {countOf(maxMentions, 'document')}.{' '}
          <a href="/documents/public-docs">All Public Files</a>
        </p>
      )}
    </>
  );
}
