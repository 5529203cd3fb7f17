import type { LoadMapSearchIndex } from '../../public-map/index.ts';

export default (async () => {
  // In a file of its own, which the search of the other pages loads without the map.
  const { loadSearchIndex } = await import('../screen/load-search-index.ts');
  return loadSearchIndex();
}) satisfies LoadMapSearchIndex;
