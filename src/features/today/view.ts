import { pageTitle } from '#config/product.ts';
import type { Brief } from '#contract/brief.ts';
import { createElement } from '#kits/html/create-element.ts';
import button from '#kits/ui/Button.module.css';
import notice from '#kits/ui/Notice.module.css';
import { parseDay } from '#lib/calendar.ts';
import { type TodaySection, todaySections } from './computations.ts';
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
    renderSections(brief, todaySections);
  }

  /** One section at a time, so that a slow phone answers a finger in between. A newer brief takes over. */
  function renderSections(brief: Brief, [section, ...others]: readonly TodaySection[]): void {
    if (section === undefined || brief !== shown) return;
    const place = find(`[data-section="${section}"]`);
    if (place) {
      const { note, nodes } = renderSection[section](brief);
      place.querySelector('[data-section-note]')?.replaceChildren(note ?? '');
      place.querySelector('[data-section-body]')?.replaceChildren(...nodes);
    }
    setTimeout(() => renderSections(brief, others));
  }

  function renderHead(brief: Brief, today: string): void {
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
    const hadFocus = place?.contains(document.activeElement) ?? false;
    place?.replaceChildren(...(problem ? [createProblem(problem)] : []));
    // The button was removed; the field is the nearest control that stays.
    if (hadFocus) field?.focus();
  }

  function createProblem({ message, action }: NonNullable<TodayView['problem']>): HTMLElement {
    const isRefused = action === 'back';
    const label = isRefused ? 'Back to today' : 'Try again';
    const control = createElement('button', { type: 'button', class: button.button }, label);
    control.addEventListener('click', () => (isRefused ? screen.show('') : screen.retry()));
    return createElement(
      'div',
      { class: notice.notice, 'data-severity': isRefused ? 'warning' : 'error' },
      createElement('p', { class: notice.text }, message),
      control,
    );
  }

  return { render };
}
