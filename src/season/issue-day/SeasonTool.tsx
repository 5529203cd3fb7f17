import { useStore } from '@nanostores/react';
import { ChevronLeft, ChevronRight, Download } from 'lucide-react';
import type { ReadableAtom } from 'nanostores';
import { type ReactNode, useMemo, useState } from 'react';
import type { AnswerFiles } from '#domain/season/answer-files.ts';
import type { PointContent } from '#kits/chart/index.ts';
import { PointChart } from '#kits/chart/PointChart.tsx';
import { DateField } from '#kits/form/Field.tsx';
import { LinkToData } from '#kits/ui/CopyButton.tsx';
import { Button, Grid, Notice, Row, Stack, VisuallyHidden } from '#kits/ui/index.ts';
import { download, downloadCsv, toFileName } from '#kits/ui/print/download.ts';
import { PrintSheet, type SheetTable } from '#kits/ui/print/PrintSheet.tsx';
import { Tool } from '#kits/ui/Tool.tsx';
import { formatExportedAt } from '#lib/calendar-text.ts';
import { type CsvTable, toCsvFile, toLines } from '#lib/csv.ts';
import { demonstrationNote } from '#lib/demonstration.ts';
import { isDemonstration } from '#lib/page/demonstration.ts';
import { needsToken } from '#stores/data-access.ts';
import { dataOf, errorOf, type SubmitState } from '#stores/queries.ts';
import { $resolvedTheme } from '#stores/theme.ts';
import { Facts, type FactsProps } from '../SeasonTable.tsx';
import { type IssueLimits, refuseIssueDay, seasonSentence, stepIssueDay } from './issue-day.ts';
import styles from './Season.module.css';

const waiting = { status: 'loading' } as const;

type SeasonToolProps<T> = {
  title: string;
  screen: {
    readonly result: { readonly $state: ReadableAtom<SubmitState<T, unknown>> };
    readonly $refused: ReadableAtom<readonly string[]>;
    retry(): void;
  };
  /** Above the bar: the other parts of the page. */
  tabs: ReactNode;
  /** What the bar chooses: `What to forecast`. */
  label: string;
  summary: string;
  fields: ReactNode;
  /** Begins the message of a failed call: `The outlook`. */
  what: string;
  /** What is loading: `the outlook`. */
  loading: string;
  /** What data are of that are still shown after a failed call. */
  shown: (data: T) => string;
  children: (data: T) => ReactNode;
};

/** A tool whose every choice is loaded at once; the last data stay while others load, and when that fails. */
export function SeasonTool<T>(props: SeasonToolProps<T>) {
  const { title, screen, tabs, label, summary, fields, what, loading, shown, children } = props;
  const state = useStore(screen.result.$state);
  const [data, error] = [dataOf(state), errorOf(state)];
  const isLoading = state.status !== 'ready' && error === undefined;
  return (
    <Tool
      title={title}
      label={label}
      tabs={tabs}
      summary={summary}
      fields={() => fields}
      refused={useStore(screen.$refused)}
    >
      {error && (
        <Notice severity="error" action={<Button onClick={screen.retry}>Try again</Button>}>
          {what} could not be loaded. {error.message}
          {data !== undefined && ` Shown is ${shown(data)}.`}
        </Notice>
      )}
      {data !== undefined && (
        <Stack gap={5} className="dims" aria-busy={isLoading}>
          {children(data)}
        </Stack>
      )}
      {data === undefined && isLoading && (
        <PrintSheet data={waiting}>
          <Stack gap={5} className={styles.skeleton} role="status" aria-label={`Loading ${loading}…`}>
            <span className="placeholder" />
            <span className="placeholder" />
          </Stack>
        </PrintSheet>
      )}
    </Tool>
  );
}

type IssueDayProps = {
  /** Undefined before it is known. */
  value: string | undefined;
  limits: IssueLimits;
  /** The first day that the portal can issue, once it is known. */
  first: string | undefined;
  onChange: (issued: string | undefined) => void;
};

/** The issue day: a date, the first days of the months before and after it, and the latest. */
export function IssueDay({ value, limits, first, onChange }: IssueDayProps) {
  const [error, setError] = useState<string>();
  const choose = (day: string | undefined) => {
    setError(undefined);
    onChange(day);
  };
  const step = (direction: 'previous' | 'next') => {
    const day = value === undefined ? undefined : stepIssueDay(value, direction, limits);
    return first !== undefined && day !== undefined && day < first ? undefined : day;
  };
  const [previous, next] = [step('previous'), step('next')];
  return (
    <Row gap={2} data-align="start" className={styles.issueDay}>
      <DateField
        label="Issue day"
        value={value}
        {...(error !== undefined && { error })}
        hint={error === undefined ? seasonSentence(limits) : undefined}
        onChange={(day) => {
          const refusal = day === undefined ? 'Choose a day.' : refuseIssueDay(day, limits);
          if (refusal === undefined) choose(day);
          else setError(refusal);
        }}
      />
      <Row gap={2} className={styles.steps}>
        <Button aria-disabled={previous === undefined} onClick={() => previous && choose(previous)}>
          <ChevronLeft size={16} aria-hidden="true" /> <span className="hidden-if-compact">Previous</span>
          <VisuallyHidden> first of a month</VisuallyHidden>
        </Button>
        <Button aria-disabled={next === undefined} onClick={() => next && choose(next)}>
          <span className="hidden-if-compact">Next</span>
          <VisuallyHidden> first of a month</VisuallyHidden>
          <ChevronRight size={16} aria-hidden="true" />
        </Button>
        <Button onClick={() => choose(undefined)}>Latest</Button>
      </Row>
    </Row>
  );
}

type PointFigureProps<T> = {
  data: T;
  /** Undefined: there is nothing to draw, and no figure. */
  contentOf: (data: T, theme: 'light' | 'dark') => PointContent | undefined;
  /** Of a file with the values. */
  address: string;
  /** What the chart says, as a sentence, for paper. */
  finding: string | undefined;
  table: SheetTable | null;
  /** What the chart says, beside its title. */
  headline?: ReactNode;
  children?: ReactNode;
};

/** A chart of points in a card, with a page on paper. */
export function PointFigure<T>(props: PointFigureProps<T>) {
  const { data, contentOf, address, finding, table, headline, children } = props;
  const theme = useStore($resolvedTheme);
  const content = useMemo(() => contentOf(data, theme), [data, contentOf, theme]);
  const printed = useMemo(() => contentOf(data, 'light'), [data, contentOf]);
  if (!content) return null;
  return (
    <Stack gap={3} data-roomy className="card">
      <PrintSheet data={{ status: 'ready', content }} finding={finding} table={table}>
        <PointChart
          content={content}
          printed={printed}
          theme={theme}
          link={{ address, access: needsToken }}
          headline={headline}
        />
      </PrintSheet>
      {children}
    </Stack>
  );
}

type RecordFigureProps<T> = Omit<PointFigureProps<T>, 'table' | 'children'> & FactsProps;

/** What a method said of past years against what came, with how good it was: `facts`. */
export function RecordFigure<T>({ facts, ...figure }: RecordFigureProps<T>) {
  const values = facts.map(({ term, text }) => ({ label: term, text }));
  return (
    <PointFigure {...figure} table={{ of: 'Skill', values }}>
      <Facts facts={facts} />
    </PointFigure>
  );
}

/** What can be downloaded of an answer, and what all its files say of themselves. */
export type SeasonDownload = {
  readonly title: string;
  /** Sentences about the numbers, such as their units. */
  readonly notes: readonly string[];
  readonly source: string;
  readonly files: readonly SeasonFile[];
};

type SeasonFile = {
  /** What is in the file: `Predictors`. */
  readonly what: string;
  /** Where a script fetches the same, with a token. */
  readonly address: string;
  /** As CSV, unrounded. */
  readonly table?: CsvTable;
  /** As JSON: the whole answer. */
  readonly model?: object;
};

type DownloadSettings<File> = {
  /** Where a script fetches a file. */
  readonly addressOf: (file: File) => string;
  /** Sentences about the numbers, such as their units. */
  readonly notes: readonly string[];
  /** The address of the whole answer; without a forecast there may be none. */
  readonly model: string | undefined;
};

/** The files of an answer, and the whole of it. */
export function downloadOf<Answer extends { readonly issued: string }, File extends string>(
  { titleOf, sourceOf, files }: AnswerFiles<Answer, File>,
  answer: Answer,
  { addressOf, notes, model }: DownloadSettings<File>,
): SeasonDownload {
  const tables = (Object.keys(files) as File[]).flatMap((file) => {
    const [what, rowsOf] = files[file];
    const table = rowsOf(answer);
    return table ? [{ what, address: addressOf(file), table }] : [];
  });
  return {
    title: titleOf(answer),
    notes: [`Issue day: ${answer.issued}`, ...notes],
    source: sourceOf(answer),
    files: model === undefined ? tables : [...tables, { what: 'Model', address: model, model: answer }],
  };
}

/** When a file was made, and of which page. */
type DownloadFacts = { readonly address: string; readonly exportedAt: string };

/** Writes a file with its notes. */
export function writeSeasonFile(
  { title, notes, source }: SeasonDownload,
  { what, table, model }: SeasonFile,
  { address, exportedAt }: DownloadFacts,
): string {
  const lines = [`${what}: ${title}`, ...notes, `Source: ${source}`, `Address: ${address}`, exportedAt];
  if (table) return toCsvFile(lines, toLines(table));
  const marks = isDemonstration() ? [demonstrationNote] : [];
  return `${JSON.stringify({ notes: [...marks, ...lines], ...model }, undefined, 2)}\n`;
}

/** Files to download, each with a link to the same data. */
export function SeasonDownloads({ of }: { of: SeasonDownload }) {
  const save = (file: SeasonFile, kind: 'csv' | 'json') => {
    const now = new Date();
    const text = writeSeasonFile(of, file, { address: location.href, exportedAt: formatExportedAt(now) });
    const title = `${file.what}, ${of.title}`;
    if (kind === 'csv') downloadCsv(text, title, now);
    else download(new Blob([text], { type: 'application/json' }), toFileName(title, now, kind));
  };
  return (
    <Stack as="section" gap={3} data-roomy className="card" aria-label="Downloads">
      <h2>Downloads</h2>
      <Grid as="ul" gap="2 4" data-fill column="24rem">
        {of.files.map((file) => {
          const kind = file.table ? 'csv' : 'json';
          return (
            <Row as="li" gap={2} key={file.what}>
              <span className={styles.name}>{file.what}</span>
              <Button
                aria-label={`Download ${kind.toUpperCase()} of ${file.what}`}
                onClick={() => save(file, kind)}
              >
                <Download size={16} aria-hidden="true" /> {kind.toUpperCase()}
              </Button>
              <LinkToData of={file.what} address={file.address} access={needsToken} />
            </Row>
          );
        })}
      </Grid>
    </Stack>
  );
}
