import { parseDay } from '#lib/calendar.ts';
import { monthAndDay } from '#lib/calendar-names.ts';
import { createElement } from '#lib/page/create-element.ts';

/** The day that is asked for, as a page shows it. */
type ShownDay = {
  readonly asked:
    | { readonly kind: 'today' }
    | { readonly kind: 'day'; readonly day: string }
    | { readonly kind: 'refused'; readonly text: string };
  readonly today: string;
  /** What the field holds if no day is asked for; today by default. */
  readonly latest?: string | undefined;
  /** The days before and after, as the address has them. Undefined where there is none. */
  readonly previous: string | undefined;
  readonly next: string | undefined;
  /** Why the asked day is not shown: `retry` may help, or only the way `back`. */
  readonly problem: { readonly message: string; readonly action: 'retry' | 'back' } | undefined;
};

type DayScreen = {
  /** Shows a day `YYYY-MM-DD`; the empty text is the one without an address. */
  readonly show: (on: string) => void;
  /** Refuses what was typed, which is no day. */
  readonly refuseTyped: () => void;
  readonly retry: () => void;
};

/** While a day is typed, the field holds other days in between: the 2 of 24, the year 0020. */
const typingMs = 700;
const firstPlausible = '1800-01-01';

/** Follows the controls of `DayControls.astro` in a page. @returns what renders the asked day */
export function followDays(page: HTMLElement, screen: DayScreen): (view: ShownDay) => void {
  const find = <E extends Element>(selector: string) => page.querySelector<E>(selector);
  const field = find<HTMLInputElement>('[name="on"]');
  const form = find<HTMLFormElement>('[data-days]');
  let fieldDay: string | undefined;
  let said: string | undefined;
  followDayField(page, screen);
  followMenu(page);

  function setStep(name: string, to: string | undefined, today: string): void {
    const step = find<HTMLButtonElement>(`[data-step="${name}"]`);
    if (!step) return;
    step.hidden = to === undefined;
    step.value = to ?? '';
    step.querySelector('[data-day]')?.replaceChildren(monthAndDay(to === '' ? today : (to ?? today)));
  }

  function renderProblem(problem: ShownDay['problem']): void {
    if (problem?.message === said) return;
    said = problem?.message;
    const place = find('[data-problem]');
    const hadFocus = place?.contains(document.activeElement) ?? false;
    place?.replaceChildren(...(problem ? createProblem(problem, screen) : []));
    // The button was removed; the line of the days stays.
    if (hadFocus) find<HTMLElement>('[data-step="previous"]')?.focus();
    if (!problem && form) form.hidden = true;
  }

  /** The field follows the asked day, and keeps what was typed if that is no day. */
  return ({ asked, previous, next, today, latest = today, problem }) => {
    const day = asked.kind === 'today' ? latest : asked.kind === 'day' ? asked.day : asked.text;
    if (field && day !== fieldDay && parseDay(day) !== undefined) field.value = day;
    fieldDay = day;
    setStep('previous', previous, latest);
    setStep('next', next, latest);
    setStep('today', asked.kind === 'today' ? undefined : '', latest);
    if (form && asked.kind === 'refused') form.hidden = false;
    renderProblem(problem);
  };
}

function createProblem(
  { message, action }: NonNullable<ShownDay['problem']>,
  screen: DayScreen,
): readonly Node[] {
  const isRefused = action === 'back';
  const label = isRefused ? 'Back to today' : 'Try again';
  const control = createElement(
    'button',
    { type: 'button', class: 'button button-small button-plain' },
    label,
  );
  control.addEventListener('click', () => (isRefused ? screen.show('') : screen.retry()));
  return [createElement('p', {}, message), control];
}

/** Follows the date field, the button that opens it, and the links to other days. */
function followDayField(page: HTMLElement, screen: DayScreen): void {
  const field = page.querySelector<HTMLInputElement>('[name="on"]');
  let timer: ReturnType<typeof setTimeout> | undefined;

  function submit(): void {
    clearTimeout(timer);
    timer = undefined;
    if (!field) return;
    if (field.validity.badInput || (field.value !== '' && field.value < firstPlausible)) screen.refuseTyped();
    else if (field.value !== '') screen.show(field.value);
  }

  field?.addEventListener('input', () => {
    clearTimeout(timer);
    const isDay = !field.validity.badInput && field.value >= firstPlausible;
    timer = isDay ? setTimeout(submit, typingMs) : undefined;
  });
  field?.addEventListener('blur', () => {
    if (timer !== undefined || field.validity.badInput) submit();
  });
  const form = page.querySelector<HTMLFormElement>('[data-days]');
  form?.addEventListener('submit', (event) => {
    event.preventDefault();
    submit();
  });
  page.querySelector('[data-action="day"]')?.addEventListener('click', ({ currentTarget }) => {
    if (!form || !(currentTarget instanceof HTMLElement)) return;
    form.hidden = !form.hidden;
    currentTarget.setAttribute('aria-expanded', String(!form.hidden));
    if (!form.hidden) field?.focus();
  });
  for (const step of page.querySelectorAll<HTMLButtonElement>('[data-step]')) {
    step.addEventListener('click', () => {
      screen.show(step.value);
      // Today has no day after it, and the focus stays in the line.
      if (step.hidden) page.querySelector<HTMLElement>('[data-step="previous"]')?.focus();
    });
  }
}

/** Closes the menu of files on Escape, when something is chosen, and when something else is pressed. */
function followMenu(page: HTMLElement): void {
  const menu = page.querySelector<HTMLDetailsElement>('[data-menu]');
  if (!menu) return;
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element) || target.closest('summary') !== null) return;
    // A dialog that a choice opens returns the focus to where it was.
    if (menu.contains(target)) menu.querySelector('summary')?.focus();
    menu.open = false;
  });
  menu.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    menu.open = false;
    menu.querySelector('summary')?.focus();
  });
}
