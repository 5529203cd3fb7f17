import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { test } from 'vitest';
import { createPortalSearch } from '#stores/portal-search.ts';
import { readIndex, readSites } from './read-index.ts';

test('x', () => {
  const index = readIndex();
  console.log(
    'gz',
    gzipSync(JSON.stringify(index)).length,
    JSON.stringify(index).length,
    index.entries.length,
  );
  const noDec = index.entries.map(e => e.isDecision ? { ...e, text: undefined } : e); console.log('gz nodec', gzipSync(JSON.stringify(noDec), { level: 9 }).length, gzipSync(JSON.stringify(index), { level: 9 }).length);
  const byKind = (f: (e: any) => boolean) => gzipSync(JSON.stringify(index.entries.filter(f))).length;
  console.log('gz kinds', byKind(e => e.kind === 'Documentation'), byKind(e => e.kind !== 'Documentation'), gzipSync(JSON.stringify(index.entries.map(({ text, ...e }) => e))).length, byKind(e => /how-the|what-an-import/.test(e.href)), byKind(e => /recipes/.test(e.href)));
  const t = performance.now();
  const find = createPortalSearch(index, readSites());
  console.log('build', performance.now() - t);
  for (const q of readFileSync('/tmp/w/search-queries.txt', 'utf8').split('\n').filter(Boolean)) {
    const t0 = performance.now(); const { results, message } = find(q, []); const ms = (performance.now() - t0).toFixed(1);
    console.log(
      q.padEnd(34),
      '=>',
      message ??
        results
          .slice(0, 4)
          .map(
            (r) =>
              `${r.name} [${r.kind}]${r.kind === 'Documentation' ? r.href.replace('/documentation/', '') : ''}`,
          )
          .join(' | '),
    );
  }
});
