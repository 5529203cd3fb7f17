import { build, type Plugin } from 'vite';

const suffix = '?bundled';

/** Bundles a browser script with all its imports into one classic script, for use in an inline `<script>`. */
export async function bundleScript(file: string): Promise<{ code: string; sources: readonly string[] }> {
  const result = await build({
    configFile: false,
    envDir: false,
    publicDir: false,
    logLevel: 'warn',
    build: { write: false, rolldownOptions: { input: file, output: { format: 'iife' } } },
  });
  const chunk = [result].flat().flatMap((bundle) => ('output' in bundle ? bundle.output : []))[0];
  if (chunk?.type !== 'chunk') throw new Error(`${file} could not be bundled.`);
  return { code: chunk.code, sources: chunk.moduleIds };
}

/** A Vite plugin: `import code from './head.ts?bundled'` gives the script's bundled code as a string. */
export function bundledScripts(): Plugin {
  return {
    name: 'bundled-scripts',
    enforce: 'pre',
    async load(id) {
      if (!id.endsWith(suffix)) return undefined;
      const { code, sources } = await bundleScript(id.slice(0, -suffix.length));
      for (const source of sources) this.addWatchFile(source);
      return `export default ${JSON.stringify(code)}`;
    },
  };
}
