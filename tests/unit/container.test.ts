import { readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { DCLinter } from 'dclint';
import { validate } from 'dockerfile-utils';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod/mini';
import { settingNames } from '#server/config.ts';
import { serverMemory } from '../../src/commands/support/process.mjs';
import { commandOf, environmentOf, parseDockerfile, type Stage, valuesOf } from '../support/dockerfile.ts';

const Service = z.looseObject({
  image: z.optional(z.string()),
  build: z.optional(z.looseObject({ args: z.optional(z.record(z.string(), z.string())) })),
  environment: z.record(z.string(), z.string()),
  volumes: z.array(z.string()),
  ports: z.optional(z.array(z.string())),
  networks: z.array(z.string()),
  depends_on: z.optional(z.record(z.string(), z.object({ condition: z.string() }))),
  healthcheck: z.optional(z.looseObject({ test: z.array(z.string()) })),
  restart: z.optional(z.string()),
  read_only: z.optional(z.boolean()),
  privileged: z.optional(z.boolean()),
  cap_drop: z.optional(z.array(z.string())),
  security_opt: z.optional(z.array(z.string())),
  stop_grace_period: z.optional(z.string()),
});
type Service = z.output<typeof Service>;

const Compose = z.looseObject({
  services: z.object({ portal: Service, database: Service }),
  networks: z.record(z.string(), z.looseObject({ internal: z.optional(z.boolean()) })),
});

/** The files that say how the portal runs in a container. */
type ContainerFiles = {
  readonly dockerfile: string;
  /** The parsed compose file. */
  readonly compose: unknown;
  readonly dockerignore: string;
  /** The version of Node that the tests run with. */
  readonly nodeVersion: string;
};

/** Seconds that the portal takes to stop at most, without its SHUTDOWN_DELAY_SECONDS. */
const stopSeconds = 27;
const pinned = /^[\w./-]+:\d+\.\d+[\w.-]*(@sha256:[\da-f]{64})?$/;
const secretName = /PASSWORD|SECRET|TOKEN|DSN|ACCESS_KEY|API_KEY/;

/** Lists the promises to operators that the files break. */
function findBrokenPromises(files: ContainerFiles): readonly string[] {
  return [
    ...brokenByImage(files),
    ...brokenByIgnoring(files.dockerignore),
    ...brokenByCompose(files.compose),
  ];
}

function brokenByImage({ dockerfile, nodeVersion }: ContainerFiles): readonly string[] {
  const stages = parseDockerfile(dockerfile);
  const last = stages.at(-1);
  if (!last || stages.length < 2) return ['The image has several stages.'];
  const instructions = stages.flatMap(({ instructions: own }) => own);
  const names = last.instructions.map(({ name }) => name);
  const [user = ''] = valuesOf(last, 'USER');
  const environment = environmentOf(last);
  return broken({
    'Every base has a pinned version.': stages.every(({ image }) => pinned.test(image)),
    'Node has the version of the tests.': stages.every(({ image }) =>
      image.startsWith(`node:${nodeVersion}-`),
    ),
    'The image runs as a user with a number, not as root.': /^[1-9]\d*:[1-9]\d*$/.test(user),
    'Nothing runs as root after the user is set.': !names.slice(names.indexOf('USER')).includes('RUN'),
    'There is one volume, /data, and it is the data folder.':
      valuesOf(last, 'VOLUME').join() === '/data' && environment.DATA_DIR === '/data',
    'The portal is stopped by SIGTERM.': valuesOf(last, 'STOPSIGNAL').join() === 'SIGTERM',
    'The health check asks for readiness.': asksForReadiness(valuesOf(last, 'HEALTHCHECK')),
    'The command needs no shell, so that it gets the signal.': isServerCommand(last),
    'It responds to other computers, and logs for programs.':
      environment.HOST === '0.0.0.0' &&
      environment.LOG_PRETTY === 'off' &&
      environment.NODE_ENV === 'production',
    'It returns memory as npm start does.': Object.entries(serverMemory.environment).every(
      ([name, value]) => environment[name] === value,
    ),
    'A demonstration is never allowed by default.': !/PORTAL_ALLOW_DEMO|DEMO_DATA/.test(dockerfile),
    'The image has no secret.': instructions
      .filter(({ name }) => name === 'ENV' || name === 'ARG')
      .every(({ value }) => !secretName.test(value.replaceAll('PUBLIC_MAPBOX_TOKEN', ''))),
    'Packages are those of the lock file.':
      /\bnpm ci\b/.test(dockerfile) && !/\bnpm (i|install|add)\b/.test(dockerfile),
    'Packages of development are not in the image.': /\bnpm prune --omit=dev\b/.test(dockerfile),
    'Nothing is downloaded beside packages.': !/\b(curl|wget|apt-get|git clone)\b|^ADD\b/m.test(dockerfile),
    'The image takes only built parts.': valuesOf(last, 'COPY').every((value) =>
      value.startsWith('--from=build '),
    ),
  });
}

function asksForReadiness([check]: readonly string[]): boolean {
  return check !== undefined && commandOf(check).join(' ') === 'node src/commands/check-ready.mjs';
}

function isServerCommand(stage: Stage): boolean {
  const [command = '[]'] = valuesOf(stage, 'CMD');
  const expected = ['node', ...serverMemory.flags, 'src/commands/serve.ts'];
  return command.startsWith('[') && commandOf(command).join(' ') === expected.join(' ');
}

function brokenByIgnoring(dockerignore: string): readonly string[] {
  const lines = dockerignore.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const allowed = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
  return broken({
    'Only named files get into the image.': lines[0] === '*',
    'Settings and data are not among them.': allowed.every(
      (name) => !/^(\.|\.env.*|\.data|\.git|tests|node_modules|dist|\*.*)$/.test(name),
    ),
    'Settings in a subfolder are not, either.': lines.indexOf('**/.env*') > lines.lastIndexOf('!src'),
  });
}

function brokenByCompose(compose: unknown): readonly string[] {
  const { services, networks } = Compose.parse(compose);
  const { portal, database } = services;
  const both: readonly Service[] = [portal, database];
  const delay = Number(portal.environment.SHUTDOWN_DELAY_SECONDS);
  return broken({
    'The database has a pinned version.': pinned.test(database.image ?? ''),
    'The portal waits for a healthy database.': portal.depends_on?.database?.condition === 'service_healthy',
    'Both have health checks.': both.every(({ healthcheck }) => healthcheck),
    'The portal’s health check asks for readiness.':
      portal.healthcheck?.test.join(' ') === 'CMD node src/commands/check-ready.mjs',
    'The portal has time to stop.':
      Number.parseInt(portal.stop_grace_period ?? '0', 10) >= stopSeconds + delay,
    'The portal’s files are read-only.': portal.read_only === true,
    'The portal has one volume.':
      portal.volumes.length === 1 && portal.volumes[0]?.endsWith(':/data') === true,
    'The portal has no capabilities.': portal.cap_drop?.includes('ALL') === true,
    'Neither gains privileges.': both.every(
      ({ security_opt, privileged }) => security_opt?.includes('no-new-privileges:true') && !privileged,
    ),
    'The portal is published to this computer only, behind a proxy.':
      portal.ports?.every((port) => port.startsWith('127.0.0.1:')) === true,
    'The database is not published.': !database.ports && isInside(database, networks),
    'A demonstration is never allowed by default.':
      /^\$\{\w+:-off\}$/.test(portal.environment.PORTAL_ALLOW_DEMO ?? '') &&
      /^\$\{\w+:-off\}$/.test(portal.environment.DEMO_DATA ?? ''),
    'No secret is written down.': both
      .flatMap(({ environment }) => Object.entries(environment))
      .every(([name, value]) => !/PASSWORD|SECRET|_TOKEN|_URL|DSN/.test(name) || /\$\{\w+/.test(value)),
    'No secret becomes a part of the image.': Object.keys(portal.build?.args ?? {}).every(
      (name) => name.startsWith('PUBLIC_') || ['BASIN_FILE', 'PORTAL_ORIGIN'].includes(name),
    ),
    'Both start again after a failure.': both.every(({ restart }) => restart === 'unless-stopped'),
  });
}

function isInside(service: Service, networks: z.output<typeof Compose>['networks']): boolean {
  return service.networks.every((name) => networks[name]?.internal === true);
}

function broken(promises: Readonly<Record<string, boolean | undefined>>): readonly string[] {
  return Object.entries(promises)
    .filter(([, isHeld]) => isHeld !== true)
    .map(([promise]) => promise);
}

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
