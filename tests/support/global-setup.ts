import { readFileSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { createPostgresTemplate, writeEmbeddedTemplate } from './database-templates.ts';
import { createCluster } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The project of the configuration that a file runs in. */
    project: 'fast' | 'embedded' | 'full' | 'quiet';
    /** A PostgreSQL server where test files make their own databases, if one can be had. */
    postgresUrl: string | undefined;
    /** The database there that new ones are copied from; its tables are up to date. */
    postgresTemplate: string | undefined;
    /** A file with the embedded database that new ones are copied from. */
    embeddedTemplate: string | undefined;
  }
}

/** Whether a test needs a database: those of the API, and some of the features. */
function usesDatabase(file: string): boolean {
  if (/\/tests\/(api|full)\//.test(file)) return true;
  return /describe(One)?Engines?\(|inject\('postgres/.test(readFileSync(file, 'utf8'));
}

/** Starts one PostgreSQL for the whole run and migrates one database of each engine, where the run needs databases. */
export default async function setup(project: TestProject) {
  const filters = process.argv.filter((parameter) => /^tests\/.*(?<!config\.ts)$/.test(parameter));
  const { testFiles } = await project.globTestFiles(filters);
  if (!testFiles.some(usesDatabase)) return;
  const embedded = await writeEmbeddedTemplate();
  project.provide('embeddedTemplate', embedded.file);
  const given = process.env.TEST_DATABASE_URL;
  const cluster = given ? { url: given, remove: async () => {} } : await createCluster();
  if ('unavailable' in cluster) {
    console.warn(
      `The tests on PostgreSQL are skipped: ${cluster.unavailable}, and TEST_DATABASE_URL is unset.`,
    );
    return embedded.remove;
  }
  const template = await createPostgresTemplate(cluster.url);
  project.provide('postgresUrl', cluster.url);
  project.provide('postgresTemplate', template.name);
  return async () => {
    embedded.remove();
    await template.drop();
    await cluster.remove();
  };
}
