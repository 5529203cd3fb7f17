import path from 'node:path';
import ts from 'typescript';
import type { SourceFile } from './imports.ts';

/** Words that stand in no text of the code: names, comments, messages. The naming guide says what to write instead. */
const avoided = ['anew', 'told', 'looks', 'besides', 'kept', 'gone', 'alone'];

/** Plain English in a sentence, but private as a part of a name. */
const avoidedInNames = [...avoided, 'least', 'most', 'tell', 'words', 'together', 'away'];

const british =
  /(?:colour|neighbour|behaviour|honour|favour|catalogue|grey(?!hound)|labelled\b|centre|metres?\b|normalis|serialis|initialis|summaris(?!t)|recognis|organis(?!m)|organisation)/i;

/** File names that once said less than they held. */
const formerFileNames = new Set([
  'alone',
  'answers',
  'ask',
  'kept',
  'mount',
  'prepared',
  'roving',
  'together',
  'views',
  'words',
]);

const avoidedPattern = new RegExp(`(?<![a-z])(?:${avoided.join('|')})(?![a-z])`, 'i');

/** What in a file's name and text is against the naming guide, as `file:line: what`. */
export function findNamingFaults(file: SourceFile): readonly string[] {
  const base = path.posix.basename(file.path).replace(/\..*$/, '');
  const faults: string[] = [];
  if (formerFileNames.has(base)) faults.push(`${file.path}: a file name that says less than it holds`);
  for (const word of partsOf(base)) {
    if (avoidedInNames.includes(word)) faults.push(`${file.path}: “${word}” in a file name`);
  }
  for (const [index, line] of file.text.split('\n').entries()) {
    const found = avoidedPattern.exec(line) ?? british.exec(line);
    if (found) faults.push(`${file.path}:${index + 1}: “${found[0]}”`);
  }
  return file.path.endsWith('.astro') ? faults : [...faults, ...faultsOfIdentifiers(file)];
}

function faultsOfIdentifiers({ path: file, text }: SourceFile): readonly string[] {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false, kind);
  const faults: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) {
      const word = partsOf(node.text).find((part) => avoidedInNames.includes(part));
      if (word && !avoided.includes(word)) {
        const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
        faults.push(`${file}:${line + 1}: “${word}” in the name ${node.text}`);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return faults;
}

/** The lower-case words of a camelCase, kebab-case or snake_case name. */
function partsOf(name: string): readonly string[] {
  return name.split(/(?<=[a-z\d])(?=[A-Z])|[-_$.]/).map((part) => part.toLowerCase());
}

/** Finds types that two files export under one name: whoever searches for it finds the wrong one half of the time. */
export function findSharedTypeNames(files: readonly SourceFile[]): readonly string[] {
  const exported = files
    .filter(({ path }) => /^src\/.*\.tsx?$/.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/^export (?:type|interface|class) (\w+)/gm)].map(([, name = '']) => ({ path, name })),
    );
  return [...Map.groupBy(exported, ({ name }) => name)]
    .filter(([, found]) => found.length > 1)
    .map(([name, found]) => `${name}: ${found.map(({ path }) => path).join(', ')}`);
}

/** More files than a person sees at once. */
const maxFilesOfFolder = 25;

/** Finds folders of `src` with too many files; the migrations are numbered, and nobody looks for one by its name. */
export function findCrowdedFolders(paths: readonly string[]): readonly string[] {
  const folders = Map.groupBy(
    paths.filter((file) => file.startsWith('src/')),
    (file) => file.slice(0, file.lastIndexOf('/')),
  );
  return [...folders]
    .filter(([folder, files]) => files.length > maxFilesOfFolder && !folder.endsWith('/migrations'))
    .map(([folder, files]) => `${folder} has ${files.length} files, not ${maxFilesOfFolder}`);
}
