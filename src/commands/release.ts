import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findFrontMatterFaults } from '#config/front-matter.ts';
import { joinChanges } from './release-page.ts';
import { badArguments, readArguments, runCommand } from './run-command.ts';
import { root } from './support/process.mjs';

const usage = 'Usage: npm run release -- 1.2.0 "What is new, in a sentence."';

/** Joins the files of `content/changelog/unreleased` into the page of a version, and removes them. */
await runCommand(async () => {
  const { positionals } = readArguments(usage, { allowPositionals: true });
  const [version = '', summary = '', ...others] = positionals;
  if (others.length > 0) throw badArguments('Put the sentence in quotation marks.', usage);
  const page = `content/changelog/${version}.md`;
  if (existsSync(path.join(root, page))) throw badArguments(`${page} is there already.`, usage);
  const folder = path.join(root, 'content/changelog/unreleased');
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.md')) : [];
  const files = names.toSorted().map((name) => path.join(folder, name));
  const changes = files.map((file) => readFileSync(file, 'utf8'));
  const date = new Date().toISOString().slice(0, 10);
  const text = joinChanges({ version, date, summary }, changes);
  const faults = [
    ...findFrontMatterFaults(page, text, 'changelog'),
    // What cannot be joined is not removed.
    ...files.flatMap((file, at) =>
      findFrontMatterFaults(path.relative(root, file), changes[at] ?? '', 'unreleased'),
    ),
  ];
  if (faults.length > 0) throw badArguments(faults.join('\n'), usage);
  writeFileSync(path.join(root, page), text);
  for (const file of files) rmSync(file);
  console.log(`Joined ${files.length} changes in ${page}.`);
});
