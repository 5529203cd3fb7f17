import { useEffect, useState } from 'react';
import { publicEnvironment } from '#config/environment.ts';
import { toRequestFailed } from '#contract/request.ts';
import { percentileBar } from '#domain/finding/percentile-bar.ts';
import { Chart, type ChartState } from '#kits/chart/index.ts';
import { Notice } from '#kits/ui/index.ts';
import { startOfDayInBasin, todayInBasin } from '#lib/basin-clock.ts';
import { addDays, formatUsDate } from '#lib/calendar.ts';
import { demonstrationNote } from '#lib/demonstration.ts';
import type { FigureTheme } from '../contract.ts';
import type { FigurePage } from './address.ts';
import styles from './EmbeddedFigure.module.css';
import { contentOfFigure, marksOf } from './figure-content.ts';
import { type ReadFigure, readFigure } from './read-figure.ts';

type State = { readonly read?: ReadFigure | undefined; readonly fault?: string | undefined };

/** A figure in the page of another site: the chart, a sentence, the numbers, and the way to the portal. */
export function EmbeddedFigure({ address }: { address: FigurePage }) {
  const { read, fault } = useFigure(address);
  return (
    <article className={`stack anywhere ${styles.figure}`} data-gap={2}>
      {!read && fault !== undefined && <h1>No figure</h1>}
      {fault !== undefined && (
        <Notice severity="warning">{read ? `The figure could not be loaded again. ${fault}` : fault}</Notice>
      )}
      {read && <Numbers read={read} theme={address.theme} />}
      {!read && fault === undefined && <p role="status">Loading the figure…</p>}
    </article>
  );
}

function Numbers({ read, theme }: { read: ReadFigure; theme: FigureTheme }) {
  const { figure, isDemonstration } = read;
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
        {isDemonstration && <strong>{demonstrationNote} </strong>}
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
        const found = await readFigure(address.name, address.query, publicEnvironment.PUBLIC_API_ORIGIN);
        if (!isOver) setState({ read: found });
      } catch (error) {
        const failure = toRequestFailed(error);
        fault = failure.message;
        // What the address asks for wrongly stays wrong, and what is withheld is not shown once more.
        isFinal = failure.status !== undefined && failure.status < 500 && failure.status !== 429;
        if (!isOver) setState((last) => ({ read: isFinal ? undefined : last.read, fault }));
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
