import type { Model } from './model.ts';

/** One record in running text, after its article: `an announcement`. */
export function oneRecord({ article, singular }: Pick<Model, 'article' | 'singular'>): string {
  return `${article} ${singular}`;
}

/** Who sees what is published, at the beginning of a sentence. */
export function readersOf({ mayRead }: Pick<Model, 'mayRead'>): 'Visitors' | 'Signed-in users' {
  return mayRead === 'open' ? 'Visitors' : 'Signed-in users';
}
