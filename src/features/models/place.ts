/** Which screen of the models an address is. */
export type Place =
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

/** Reads an address below /models: the model's name stands after it, then `add` or the id of a record. */
export function readPlace(pathname: string, search: string): Place {
  const [, root, model, last, ...more] = pathname.replace(/\/$/, '').split('/');
  if (root !== 'models' || more.length > 0) return { kind: 'unknown' };
  if (model === undefined) return { kind: 'models' };
  if (last === undefined) return { kind: 'list', model };
  if (last === 'add') return { kind: 'add', model };
  if (!idPattern.test(last)) return { kind: 'unknown' };
  const mode = new URLSearchParams(search).get('mode') === 'edit' ? 'EDIT' : 'READONLY';
  return { kind: 'record', model, id: last.toLowerCase(), mode };
}

export function placeAddress(place: Place): string {
  switch (place.kind) {
    case 'list':
      return `/models/${place.model}`;
    case 'add':
      return `/models/${place.model}/add`;
    case 'record':
      return `/models/${place.model}/${place.id}${place.mode === 'EDIT' ? '?mode=edit' : ''}`;
    default:
      return '/models';
  }
}
