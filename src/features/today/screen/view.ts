import { basin } from '#config/basin/basin.ts';
import { pageTitle } from '#config/product.ts';
import { describeShare } from '#domain/finding/group-text.ts';
import { followDays } from '#kits/html/day-controls.ts';
import { guardRender } from '#kits/html/guard-render.ts';
import { followPrint, type SheetFacts } from '#kits/html/print-sheet.ts';
import { replaceMarkup } from '#kits/html/replace-markup.ts';
import { addDays, formatUsDate } from '#lib/calendar.ts';
import { weekdayAndDate } from '#lib/calendar-names.ts';
import { html } from '#lib/html.ts';
import { dayLinks } from '#stores/day-links.ts';
import type { Brief } from '../contract.ts';
import { provisionalShare, sourceOfBrief } from '../files/brief-share.ts';
import { type BriefParts, partsOf } from '../rules/brief-parts.ts';
import { type BriefPlace, drawPlace, places } from './brief-markup.ts';
import type { Today, TodayView } from './screen.ts';

/** Fills the shell of the page, which has the same boxes already. @returns what renders a view */
export function createTodayView(page: HTMLElement, screen: Pick<Today, 'retry' | 'show' | 'refuseTyped'>) {
  const find = <E extends Element>(selector: string) => page.querySelector<E>(selector);
  const renderDays = followDays(page, {
    show: screen.show,
    refuseTyped: screen.refuseTyped,
    retry: screen.retry,
  });
  let shown: TodayView['brief'];

  function render(view: TodayView): void {
    const { brief, isLoading, isCurrent, problem } = view;
    const isRefused = problem?.action === 'back';
    // A stored brief of another day stands in for one that could not be loaded, and not for one that is on its way.
    const isShown = brief !== undefined && (isCurrent || shown !== undefined || problem?.action === 'retry');
    if (isRefused) page.dataset.state = 'refused';
    else if (isShown) page.dataset.state = isLoading ? 'dimmed' : 'shown';
    else page.dataset.state = problem ? 'empty' : 'skeleton';
    page.setAttribute('aria-busy', String(isLoading));
    renderDays(view);
    if (isRefused || !isShown || brief === shown) return;
    shown = brief;
    renderHead(brief, view.today);
    const now = brief.on === view.today ? new Date() : undefined;
    const { reservoirsAbove } = basin;
    renderPlaces(brief, partsOf(brief, view.today, { now, reservoirsAbove }), places);
  }

  /** One place at a time, so that a slow phone answers a finger in between. A newer brief takes over. */
  function renderPlaces(brief: Brief, parts: BriefParts, [place, ...others]: readonly BriefPlace[]): void {
    if (place === undefined || brief !== shown) return;
    const element = find<HTMLElement>(`[data-place="${place}"]`);
    if (element) replaceMarkup(element, drawPlace[place](parts).markup);
    if (place === 'sentence' || place === 'figures') renderPlaces(brief, parts, others);
    else setTimeout(() => guardRender(page, () => renderPlaces(brief, parts, others)));
  }

  function renderHead(brief: Brief, today: string): void {
    const { on, newest } = brief;
    document.title = pageTitle(on === today ? 'Today' : `Brief of ${formatUsDate(on)}`);
    const notes = [describeNewest(newest, on, today), describeProvisional(brief)];
    const date = find('[data-date]');
    if (date) {
      date.innerHTML =
        html`<strong>${weekdayAndDate(on)}</strong> ${notes.filter(Boolean).join(', ')}`.markup;
    }
    find('[data-source]')?.replaceChildren(`Source: ${sourceOfBrief(brief)}.`);
    for (const { label, pathOf } of dayLinks)
      find(`[data-day-link="${label}"]`)?.setAttribute('href', pathOf(on === today ? undefined : on));
  }

  /** What the paper says of itself. */
  function describePrint(): SheetFacts | undefined {
    if (!shown) return undefined;
    const { on, newest } = shown;
    const notes = [
      newest === null ? 'No values' : `Values through ${formatUsDate(newest)}`,
      describeProvisional(shown),
    ];
    return {
      notes: [notes.filter(Boolean).join(', '), 'Bars: place among 1991–2020 for the date; ring: a year ago'],
      source: sourceOfBrief(shown),
      address: new URL(`?on=${on}`, location.href).href,
    };
  }

  const foot = find<HTMLElement>('[data-print-foot]');
  if (foot) followPrint(foot, describePrint);

  return render;
}

/** `provisional`, `43 % of the values provisional`; undefined where all are approved. */
function describeProvisional(brief: Brief): string | undefined {
  return describeShare(provisionalShare(brief))?.replace(/^all values /, '');
}

function describeNewest(newest: string | null, on: string, today: string): string {
  if (newest === null) return 'no values yet';
  if (newest === on) return 'values through this day';
  if (newest === addDays(on, -1)) return `values through ${on === today ? 'yesterday' : 'the day before'}`;
  return `values through ${formatUsDate(newest)}`;
}
