import { pageTitle } from '#config/product.ts';
import { createElement } from '#kits/html/create-element.ts';
import button from '#kits/ui/Button.module.css';
import notice from '#kits/ui/Notice.module.css';
import { parseDay } from '#lib/calendar.ts';
import { todaySections } from './computations.ts';
import { describeHead } from './head-text.ts';
import type { Today, TodayView } from './screen.ts';
import { renderSection } from './sections.ts';

/** Fills the shell of the page, which has its headings and the places of its lines already. */
export function createTodayView(page: HTMLElement, screen: Pick<Today, 'retry' | 'show'>) {
  const find = <E extends Element>(selector: string) => page.querySelector<E>(selector);
  const field = find<HTMLInputElement>('[name="on"]');
  let shown: TodayView['brief'];
  let said: string | undefined;
  let fieldDay: string | undefined;

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
    renderProblem(problem);
    if (isRefused || !isShown || brief === shown) return;
    shown = brief;
    renderHead(brief, view.today);
    for (const section of todaySections) {
      const place = find(`[data-section="${section}"]`);
      if (!place) continue;
      const { note, nodes } = renderSection[section](brief);
      place.querySelector('[data-section-note]')?.replaceChildren(note ?? '');
      place.querySelector('[data-section-body]')?.replaceChildren(...nodes);
    }
  }

  function renderHead(brief: NonNullable<TodayView['brief']>, today: string): void {
    const { title, date, notes, demonstration } = describeHead(brief, today);
    document.title = pageTitle(title);
    find('h1')?.replaceChildren(title);
    find('[data-date]')?.replaceChildren([date, ...notes].join(' · '));
    find('[data-demonstration]')?.replaceChildren(demonstration ?? '');
  }

  /** The field follows the asked day, and keeps what was typed if that is no day. */
  function renderDays({ asked, previous, next, today }: TodayView): void {
    const day = asked.kind === 'today' ? today : asked.kind === 'day' ? asked.day : asked.text;
    if (field && day !== fieldDay && parseDay(day) !== undefined) field.value = day;
    fieldDay = day;
    setStep('previous', previous);
    setStep('next', next);
    setStep('today', asked.kind === 'today' ? undefined : '');
  }

  /** Not by `disabled`, which would take the focus from a button that has just been pressed. */
  function setStep(name: string, to: string | undefined): void {
    const step = find<HTMLButtonElement>(`[data-step="${name}"]`);
    if (!step) return;
    step.setAttribute('aria-disabled', String(to === undefined));
    step.value = to ?? '';
  }

  function renderProblem(problem: TodayView['problem']): void {
    if (problem?.message === said) return;
    said = problem?.message;
    const place = find('[data-problem]');
    if (!problem) {
      place?.replaceChildren();
      return;
    }
    const isRefused = problem.action === 'back';
    const action = createElement(
      'button',
      { type: 'button', class: button.button },
      isRefused ? 'Back to today' : 'Try again',
    );
    action.addEventListener('click', () => {
      if (isRefused) screen.show('');
      else screen.retry();
      // The button goes; the field is the nearest thing that stays.
      if (isRefused) field?.focus();
    });
    place?.replaceChildren(
      createElement(
        'div',
        { class: notice.notice, 'data-severity': isRefused ? 'warning' : 'error' },
        createElement('p', { class: notice.text }, problem.message),
        action,
      ),
    );
  }

  return { render };
}
