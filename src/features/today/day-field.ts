import type { Today } from './screen.ts';

/** While a day is typed, the field holds other days in between: the 2 of 24, the year 0020. */
const typingMs = 700;
const firstPlausible = '1800-01-01';

/** Follows the date field and the buttons beside it. */
export function followDayField(page: HTMLElement, screen: Pick<Today, 'show' | 'refuseTyped'>): void {
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
  page.querySelector('[data-days]')?.addEventListener('submit', (event) => {
    event.preventDefault();
    submit();
  });
  for (const step of page.querySelectorAll<HTMLButtonElement>('[data-step]')) {
    step.addEventListener('click', () => {
      if (step.getAttribute('aria-disabled') !== 'true') screen.show(step.value);
    });
  }
}
