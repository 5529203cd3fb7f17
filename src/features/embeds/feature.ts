import type { Feature } from '#contract/feature.ts';

/** Each figure has a page, of the same file. */
const page = (figure: string) =>
  ({
    path: `/embed/${figure}`,
    file: 'screen/page.astro',
    label: 'Figure',
    guard: 'open',
    isUnlisted: true,
  }) as const;

export const embeds: Feature = {
  name: 'embeds',
  isOptional: true,
  uses: [],
  calls: { subject: 'Figures for other sites' },
  hasServer: true,
  pages: ['season', 'storage', 'snow', 'brief'].map(page),
  fills: ['figure-dialog', 'packet-tiles'],
};
