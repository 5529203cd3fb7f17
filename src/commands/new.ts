import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { type FileChange, TemplateMismatch } from './new/apply-template.ts';
import { planNew, usage } from './new/plan.ts';
import { BadArguments, badArguments, readArguments, runCommand } from './run-command.ts';
import { root, tools } from './support/process.mjs';

const recipes: Readonly<Record<string, string>> = {
  screen: 'add-a-screen',
  model: 'add-a-model',
  agency: 'add-an-agency',
};

/**
 * `npm run new`: writes the files of a new screen, model or agency, which work and pass their tests as they are. All is
 * worked out and checked before anything is written; a failure to write takes back what was written.
 */
await runCommand(async () => {
  const text = { type: 'string' } as const;
  const { positionals, values } = readArguments(usage, {
    allowPositionals: true,
    options: { title: text, group: text, singular: text },
  });
  const [kind, name, ...others] = positionals;
  if (others.length > 0) throw badArguments(`"${others[0]}" is too much; join the words by hyphens.`, usage);
  const changes = planNew(
    { kind, name, ...values },
    { read: readProjectFile, tables: readTables(), now: new Date() },
  );
  refuseUncommitted(changes);
  writeAll(changes);
  format(changes);
  console.log(
    changes.map(({ file, before }) => `${before === undefined ? 'new    ' : 'changed'} ${file}`).join('\n'),
  );
  console.log(
    `\nThe documentation says what is left to decide: content/documentation/recipes/${recipes[kind ?? '']}.md`,
  );
}, TemplateMismatch);

function readProjectFile(file: string): string | undefined {
  const full = path.join(root, file);
  return existsSync(full) ? readFileSync(full, 'utf8') : undefined;
}

function readTables(): ReadonlySet<string> {
  const folder = path.join(root, 'src/server/db/migrations');
  const sql = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .map((file) => readFileSync(path.join(folder, file), 'utf8'))
    .join('\n');
  return new Set(
    [...sql.matchAll(/create table (?:if not exists )?"?(\w+)"?/gi)].map(([, table = '']) => table),
  );
}

/** Refuses to change files with uncommitted changes: nobody could see, or undo, what this command wrote. @throws BadArguments */
function refuseUncommitted(changes: readonly FileChange[]): void {
  const files = changes.filter(({ before }) => before !== undefined).map(({ file }) => file);
  const dirty = listUncommitted(files);
  if (dirty.length > 0) {
    throw new BadArguments(
      `Commit or stash your changes of these files first, which this command changes too:\n${dirty.map((file) => `  ${file}`).join('\n')}`,
    );
  }
}

/** Nothing without git or outside of a repository, where nothing can be committed. */
function listUncommitted(files: readonly string[]): readonly string[] {
  try {
    const parameters = ['status', '--porcelain', '--no-renames', '-z', '--', ...files];
    return execFileSync('git', parameters, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
      .split('\0')
      .map((entry) => entry.slice(3))
      .filter((file) => file !== '');
  } catch {
    return [];
  }
}

function writeAll(changes: readonly FileChange[]): void {
  const written: FileChange[] = [];
  try {
    for (const change of changes) {
      const full = path.join(root, change.file);
      mkdirSync(path.dirname(full), { recursive: true });
      written.push(change);
      writeFileSync(full, change.text);
    }
  } catch (error) {
    for (const { file, before } of written) {
      if (before === undefined) rmSync(path.join(root, file), { force: true });
      else writeFileSync(path.join(root, file), before);
    }
    throw error;
  }
}

/** Sorts the imports and breaks long lines, as `npm run fix` would. */
function format(changes: readonly FileChange[]): void {
  const files = changes.map(({ file }) => file).filter((file) => /\.(?:ts|tsx|astro)$/.test(file));
  const parameters = [
    tools.biome,
    'check',
    '--write',
    '--log-level=error',
    '--config-path=.biome.json',
    ...files,
  ];
  const { status, stderr } = spawnSync(process.execPath, parameters, { cwd: root, encoding: 'utf8' });
  if (status !== 0)
    console.error(`${stderr}\nThe files are written but not formatted; npm run fix says why.`);
}
