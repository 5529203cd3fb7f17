import type { CupAction } from '#stores/site-hooks.ts';

/** What other features offer on the cup of a reservoir. */
export const cupActions = Object.values(
  import.meta.glob<CupAction>('../../*/fills/cup-actions.ts', { eager: true, import: 'default' }),
);

/** Follows the clicks on them. */
export function followCupActions(page: HTMLElement): void {
  page.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-cup-action]') : null;
    if (!button) return;
    const { cupAction, site, name = '' } = button.dataset;
    cupActions[Number(cupAction)]?.onPress({ loc_ndx: Number(site), loc_name: name });
  });
}
