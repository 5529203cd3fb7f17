/** The screen that an address below /models shows. */
export type ModelsRoute =
  | { readonly kind: 'models' }
  | { readonly kind: 'list'; readonly model: string }
  | { readonly kind: 'add'; readonly model: string }
  | {
      readonly kind: 'record';
      readonly model: string;
      readonly id: string;
      readonly mode: 'EDIT' | 'READONLY';
    }
  | { readonly kind: 'unknown' };

const idPattern = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Parses `/models/{model}`, `/models/{model}/add` and `/models/{model}/{id}`, with `?mode=edit` for the form. */
export function parseModelsRoute(pathname: string, search: string): ModelsRoute {
  const [, root, model, last, ...more] = pathname.replace(/\/$/, '').split('/');
  if (root !== 'models' || more.length > 0) return { kind: 'unknown' };
  if (model === undefined) return { kind: 'models' };
  if (last === undefined) return { kind: 'list', model };
  if (last === 'add') return { kind: 'add', model };
  if (!idPattern.test(last)) return { kind: 'unknown' };
  const mode = new URLSearchParams(search).get('mode') === 'edit' ? 'EDIT' : 'READONLY';
  return { kind: 'record', model, id: last.toLowerCase(), mode };
}

export function formatModelsRoute(route: ModelsRoute): string {
  switch (route.kind) {
    case 'list':
      return `/models/${route.model}`;
    case 'add':
      return `/models/${route.model}/add`;
    case 'record':
      return `/models/${route.model}/${route.id}${route.mode === 'EDIT' ? '?mode=edit' : ''}`;
    default:
      return '/models';
  }
}
