import { useEffect, useState } from 'react';
import { publicEnvironment } from '#config/environment.ts';
import { toRequestFailed } from '#contract/request.ts';
import { percentileBar } from '#domain/finding/percentile-bar.ts';
import { Chart, type ChartState } from '#kits/chart/index.ts';
import { Notice } from '#kits/ui/index.ts';
import { addDays, formatUsDate, startOfDayInBasin, todayInBasin } from '#lib/calendar.ts';
import type { Figure, FigureTheme } from '../contract.ts';
import type { FigurePage } from './address.ts';
import styles from './EmbeddedFigure.module.css';
import { contentOfFigure, marksOf } from './figure-content.ts';
import { readFigure } from './read-figure.ts';

type State = { readonly figure?: Figure | undefined; readonly fault?: string | undefined };

/** A figure in the page of another site: the chart, a sentence, the numbers, and the way to the portal. */
export function EmbeddedFigure({ address }: { address: FigurePage }) {
  const { figure, fault } = useFigure(address);
  return (
    <article className={`stack anywhere ${styles.figure}`} data-gap={2}>
      {!figure && fault !== undefined && <h1>No figure</h1>}
      {fault !== undefined && (
        <Notice severity="warning">
          {figure ? `The figure could not be loaded again. ${fault}` : fault}
        </Notice>
      )}
      {figure && <Numbers figure={figure} theme={address.theme} />}
      {!figure && fault === undefined && <p role="status">Loading the figure…</p>}
    </article>
  );
}

function Numbers({ figure, theme }: { figure: Figure; theme: FigureTheme }) {
  const { title, text, facts, source, through, path, season } = figure;
  const [state, setState] = useState<ChartState>({ window: undefined, hidden: [] });
  const content = contentOfFigure(figure, theme);
  const bar = marksOf(figure);
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <>
      <h1>{title}</h1>
      {season && content && (
        <Chart isBare data={{ status: 'ready', content }} theme={theme} state={state} onState={setState} />
      )}
      {/* The table of a card says it all. */}
      {season && <p>{text}</p>}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the portal's own drawing */}
      {bar && <div dangerouslySetInnerHTML={{ __html: percentileBar(bar, 'headline') }} />}
      <table className="full-width">
        <caption className="strong text-start">In numbers</caption>
        <tbody>
          {facts.map(({ label, value }) => (
            <tr key={label}>
              <th scope="row" className="text-start muted">
                {label}
              </th>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="quiet">
        Source: {source}. Values through {formatUsDate(through)}.{' '}
        <a href={path} target="_blank" rel="noopener">
          Open in the portal<span className="visually-hidden"> (new tab)</span>
        </a>
      </p>
    </>
  );
}

const minute = 60_000;

/** A screen on a wall asks again by itself: soon after a failure, and after midnight in the basin. */
function msToNext(hasFailed: boolean): number {
  if (hasFailed) return minute;
  const now = new Date();
  const midnight = Date.parse(startOfDayInBasin(addDays(todayInBasin(now), 1)));
  return Math.max(minute, Math.min(15 * minute, midnight + 5000 - now.getTime()));
}

/** Reads the figure again and again; the last one stays while it cannot be had. */
function useFigure(address: FigurePage): State {
  const [state, setState] = useState<State>('fault' in address ? { fault: address.fault } : {});
  useEffect(() => {
    if ('fault' in address) return;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout>;
    const read = async () => {
      let fault: string | undefined;
      let isFinal = false;
      try {
        const figure = await readFigure(address.name, address.query, publicEnvironment.PUBLIC_API_ORIGIN);
        if (!isOver) setState({ figure });
      } catch (error) {
        const failure = toRequestFailed(error);
        fault = failure.message;
        // What the address asks for wrongly stays wrong, and what is withheld is not shown once more.
        isFinal = failure.status !== undefined && failure.status < 500 && failure.status !== 429;
        if (!isOver) setState(({ figure }) => ({ figure: isFinal ? undefined : figure, fault }));
      }
      if (!isOver && !isFinal) timer = setTimeout(read, msToNext(fault !== undefined));
    };
    void read();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [address]);
  return state;
}
