import { $theme, setTheme } from '#stores/theme.ts';

/** Connects the top bar's three radio buttons to the theme. */
export function startThemeSwitch(): void {
  const choices = document.querySelectorAll<HTMLInputElement>('.theme-choices input');
  $theme.subscribe((theme) => {
    for (const choice of choices) choice.checked = choice.value === theme;
  });
  for (const choice of choices) {
    choice.addEventListener('change', () => {
      if (choice.value === 'LIGHT' || choice.value === 'DARK' || choice.value === 'DEFAULT') {
        setTheme(choice.value);
      }
    });
  }
  const list = document.querySelector('.theme-choices');
  const button = document.querySelector('.theme-button');
  list?.addEventListener('toggle', (event) => {
    const isOpen = event instanceof ToggleEvent && event.newState === 'open';
    button?.setAttribute('aria-expanded', String(isOpen));
    if (isOpen) for (const choice of choices) if (choice.checked) choice.focus();
  });
}
