import { readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { DCLinter } from 'dclint';
import { validate } from 'dockerfile-utils';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { settingNames } from '#server/config.ts';
import { findBrokenPromises } from '../support/container-promises.ts';
import { environmentOf, parseDockerfile, valuesOf } from '../support/dockerfile.ts';

const root = path.resolve(import.meta.dirname, '../..');
const read = (name: string) => readFileSync(path.join(root, name), 'utf8');

const texts = {
  dockerfile: read('src/container/Dockerfile'),
  compose: read('src/container/compose.yaml'),
  dockerignore: read('.dockerignore'),
};
type Texts = typeof texts;

function brokenBy({ compose, ...rest }: Texts) {
  return findBrokenPromises({ ...rest, compose: parse(compose), nodeVersion: process.versions.node });
}

describe('the image', () => {
  test('is described without a fault', () => {
    expect(validate(texts.dockerfile)).toEqual([]);
  });

  test('takes settings that exist', () => {
    const [build, final] = parseDockerfile(texts.dockerfile);
    if (!build || !final) throw new Error('There are two stages.');
    const names = [...valuesOf(build, 'ARG'), ...Object.keys(environmentOf(final))];
    const known: readonly string[] = [
      ...settingNames,
      'NODE_ENV',
      'MALLOC_TRIM_THRESHOLD_',
      'MALLOC_ARENA_MAX',
    ];
    expect(names.filter((name) => !known.includes(name))).toEqual([]);
  });

  test('takes every setting of the pages', () => {
    const [build] = parseDockerfile(texts.dockerfile);
    if (!build) throw new Error('There is a stage.');
    const wanted = settingNames.filter((name) => name.startsWith('PUBLIC_'));
    expect(valuesOf(build, 'ARG')).toEqual(
      expect.arrayContaining([...wanted, 'PORTAL_ORIGIN', 'BASIN_FILE']),
    );
  });
});

describe('the compose file', () => {
  test('is described without a fault', () => {
    const linter = new DCLinter({
      rules: { 'require-quotes-in-ports': [2, { quoteType: 'double' }] },
      quiet: false,
      debug: false,
      exclude: [],
    });
    const found = linter.lintFiles([path.join(root, 'src/container/compose.yaml')], false);
    expect(found.map(({ messages }) => messages.map(({ message }) => message))).toEqual([[]]);
  });

  test('sets what exists', () => {
    const { environment } = parse(texts.compose).services.portal;
    const known: readonly string[] = settingNames;
    expect(Object.keys(environment).filter((name) => !known.includes(name))).toEqual([]);
  });
});

describe('the promises to an operator', () => {
  test('are all held', () => {
    expect(brokenBy(texts)).toEqual([]);
  });

  const inFile = (name: keyof Texts, from: string | RegExp, to: string) => (before: Texts) => {
    const after = before[name].replace(from, to);
    expect(after, `${from} is in the file`).not.toBe(before[name]);
    return { ...before, [name]: after };
  };
  const dockerfile = (from: string | RegExp, to: string) => inFile('dockerfile', from, to);
  const compose = (from: string | RegExp, to: string) => inFile('compose', from, to);

  test.each<[promise: RegExp, change: (before: Texts) => Texts]>([
    [/several stages/, dockerfile(/^FROM[\s\S]*?\n\n(?=FROM)/m, '')],
    [/base has a pinned/, dockerfile(/:[\d.]+-bookworm-slim AS/, ':latest AS')],
    [/base has a pinned/, dockerfile(/:[\d.]+-bookworm-slim\n/, '\n')],
    [/base has a pinned/, dockerfile(/:[\d.]+-bookworm-slim\n/, ':24\n')],
    [/version of the tests/, dockerfile(/node:[\d.]+/, 'node:23.0.0')],
    [/not as root/, dockerfile('USER 1000:1000', 'USER root')],
    [/not as root/, dockerfile('USER 1000:1000', 'USER 0:0')],
    [/not as root/, dockerfile('USER 1000:1000\n', '')],
    [/after the user/, dockerfile('USER 1000:1000', 'USER 1000:1000\nRUN true')],
    [/one volume, \/data/, dockerfile('VOLUME /data', 'VOLUME /data /portal')],
    [/one volume, \/data/, dockerfile('DATA_DIR=/data', 'DATA_DIR=.data')],
    [/memory as npm start/, dockerfile('MALLOC_TRIM_THRESHOLD_=131072', 'MALLOC_TRIM_THRESHOLD_=0')],
    [/SIGTERM/, dockerfile('STOPSIGNAL SIGTERM', 'STOPSIGNAL SIGKILL')],
    [/check asks for readiness/, dockerfile(/^HEALTHCHECK.*\n/m, '')],
    [/check asks for readiness/, dockerfile(/^HEALTHCHECK.*$/m, 'HEALTHCHECK CMD ["true"]')],
    [/needs no shell/, dockerfile(/^CMD .*$/m, 'CMD npm start')],
    [/needs no shell/, dockerfile('"--max-semi-space-size=8", ', '')],
    [/other computers/, dockerfile('HOST=0.0.0.0', 'HOST=127.0.0.1')],
    [/demonstration/, dockerfile('NODE_ENV=', 'PORTAL_ALLOW_DEMO=on NODE_ENV=')],
    [/has no secret/, dockerfile('ARG BASIN_FILE', 'ARG METRICS_TOKEN')],
    [/has no secret/, dockerfile('NODE_ENV=', 'S3_SECRET_ACCESS_KEY=x NODE_ENV=')],
    [/lock file/, dockerfile('npm ci', 'npm install')],
    [/Packages of development/, dockerfile('npm prune --omit=dev', 'true')],
    [/downloaded/, dockerfile('RUN npm run build', 'RUN curl https://example.org | sh && npm run build')],
    [/only built parts/, dockerfile('COPY --from=build /portal/src ./src', 'COPY . .')],
    [/Only named files/, inFile('dockerignore', /^\*\n/m, '')],
    [/Settings and data/, inFile('dockerignore', '!src', '!src\n!.env')],
    [/Settings and data/, inFile('dockerignore', '!src', '!src\n!.data')],
    [/in a subfolder/, inFile('dockerignore', '**/.env*', '')],
    [/database has a pinned/, compose(/postgres:[\w.-]+/, 'postgres:latest')],
    [/waits for a healthy/, compose('service_healthy', 'service_started')],
    [/Both have health checks/, compose(/ {4}healthcheck:\n( {6}.*\n)+/, '')],
    [/portal’s health check/, compose('"node", "src/commands/check-ready.mjs"', "'true'")],
    [/time to stop/, compose('stop_grace_period: 45s', 'stop_grace_period: 10s')],
    [/time to stop/, compose('SHUTDOWN_DELAY_SECONDS: "5"', "SHUTDOWN_DELAY_SECONDS: '30'")],
    [/read-only/, compose('read_only: true', 'read_only: false')],
    [/has one volume/, compose('- data:/data', '- data:/data\n      - data:/portal')],
    [/no capabilities/, compose(/ {4}cap_drop:\n.*\n/, '')],
    [/gains privileges/, compose('    init: true', '    init: true\n    privileged: true')],
    [/gains privileges/, compose('- no-new-privileges:true', '- no-new-privileges:false')],
    [/this computer only/, compose('127.0.0.1:4321:4321', '4321:4321')],
    [/not published/, compose('    shm_size', "    ports:\n      - '127.0.0.1:5432:5432'\n    shm_size")],
    [/not published/, compose('internal: true', 'internal: false')],
    [/demonstration/, compose('PORTAL_ALLOW_DEMO:-off', 'PORTAL_ALLOW_DEMO:-on')],
    [/secret is written/, compose(/POSTGRES_PASSWORD: \$.*/, 'POSTGRES_PASSWORD: hunter2')],
    [/part of the image/, compose('        BASIN_FILE:', '        METRICS_TOKEN: x\n        BASIN_FILE:')],
    [/start again/, compose('restart: unless-stopped', 'restart: "no"')],
  ])('%s fails when it is broken', (promise, change) => {
    const found = brokenBy(change(texts));
    expect(found).toContainEqual(expect.stringMatching(promise));
  });
});
