import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { commandOf, environmentOf, parseDockerfile, type Stage, valuesOf } from './dockerfile.ts';

/**
 * The last stage of a Dockerfile, made in a plain folder: its steps are run on this computer, one after the other, with
 * this Node in place of the base image. Steps that only a container engine can do are not run.
 */
export type PlainImage = {
  /** What is the root folder of a container. */
  readonly folder: string;
  /** Folder of the programs that the base image has. */
  readonly programs: string;
  readonly workingFolder: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly command: readonly string[];
  readonly healthCheck: readonly string[];
  readonly stopSignal: NodeJS.Signals;
  readonly user: { readonly uid: number; readonly gid: number };
  remove(): void;
};

const isRoot = process.getuid?.() === 0;

export function buildPlainImage(root: string): PlainImage {
  const base = mkdtempSync(path.join(tmpdir(), 'portal-image-'));
  // Another account has to get in.
  chmodSync(base, 0o755);
  const programs = path.join(base, 'programs');
  addPrograms(programs);
  const stages = parseDockerfile(readFileSync(path.join(root, 'src/container/Dockerfile'), 'utf8'));
  const folders = new Map(stages.map((stage) => [stage, path.join(base, stage.name ?? 'last')]));
  for (const stage of stages) runStage(stage);

  function runStage(stage: Stage) {
    const folder = folders.get(stage) ?? base;
    const environment: Record<string, string> = {};
    let current = folder;
    mkdirSync(folder);
    for (const { name, value } of stage.instructions) {
      if (name === 'WORKDIR') {
        current = path.join(folder, value);
        mkdirSync(current, { recursive: true });
      } else if (name === 'COPY') copy(value, current);
      else if (name === 'ENV') Object.assign(environment, environmentOf(stage));
      else if (name === 'RUN') {
        // The one absolute path of a step is that of the volume.
        const step = value.replaceAll(' /data', ` ${folder}/data`);
        execFileSync('sh', ['-ec', step], {
          cwd: current,
          env: { ...hostEnvironment(), ...environment, PATH: `${programs}:${process.env.PATH}` },
          stdio: ['ignore', 'ignore', 'inherit'],
        });
      }
    }
  }

  function copy(value: string, current: string) {
    const parts = value.split(/\s+/).filter((word) => !word.startsWith('--'));
    const target = path.resolve(current, parts.at(-1) ?? '.');
    const [, from] = /--from=(\w+)/.exec(value) ?? [];
    const stage = from === undefined ? undefined : stages.find((each) => each.name === from);
    for (const source of parts.slice(0, -1)) {
      if (stage) {
        // Moved, because there are a hundred thousand files, and nothing reads the former stage again.
        const isFolder = existsSync(target);
        const moved = isFolder ? path.join(target, path.basename(source)) : target;
        renameSync(path.join(folders.get(stage) ?? base, source), moved);
      } else copyFromContext(root, source, target);
    }
  }

  const last = stages.at(-1);
  const folder = last && folders.get(last);
  if (!last || !folder) throw new Error('The Dockerfile has no stage.');
  const one = (name: string) => valuesOf(last, name)[0] ?? '';
  const [uid = 0, gid = 0] = one('USER').split(':').map(Number);
  const environment = environmentOf(last);
  return {
    folder,
    programs,
    workingFolder: path.join(folder, one('WORKDIR')),
    environment: { ...environment, DATA_DIR: path.join(folder, environment.DATA_DIR ?? '') },
    command: commandOf(one('CMD')),
    healthCheck: commandOf(one('HEALTHCHECK')),
    stopSignal: one('STOPSIGNAL') as NodeJS.Signals,
    user: { uid, gid },
    remove: () => rmSync(base, { recursive: true, force: true }),
  };
}

/** This Node, and where only root may give files to another account, a `chown` that does nothing. */
function addPrograms(folder: string) {
  mkdirSync(folder);
  copyFileSync(process.execPath, path.join(folder, 'node'));
  chmodSync(path.join(folder, 'node'), 0o755);
  if (!isRoot) writeFileSync(path.join(folder, 'chown'), '#!/bin/sh\n', { mode: 0o755 });
}

/** What a download may need; no setting of the portal. */
function hostEnvironment(): Record<string, string | undefined> {
  const needed = /^(HOME|LANG|NODE_EXTRA_CA_CERTS|SSL_CERT_\w+|npm_config_\w+|\w+_proxy)$/i;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => needed.test(name)));
}

/** Copies what `.dockerignore` leaves of a file or folder. */
function copyFromContext(root: string, source: string, target: string) {
  const lines = readFileSync(path.join(root, '.dockerignore'), 'utf8').split('\n');
  const allowed = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
  const refused = lines
    .filter((line) => line.startsWith('**/'))
    .map((line) => new RegExp(`^${line.slice(3).replaceAll('.', '\\.').replaceAll('*', '.*')}$`));
  const names = source === '.' ? allowed : allowed.filter((name) => name === source);
  if (names.length === 0) throw new Error(`${source} is not among the files of the image.`);
  for (const name of names) {
    cpSync(path.join(root, name), path.join(target, name), {
      recursive: true,
      filter: (file) => !refused.some((pattern) => pattern.test(path.basename(file))),
    });
  }
}

export type StartedProcess = { readonly child: ChildProcess; readonly output: () => string };

/**
 * Starts a program of the image with its environment and `settings`, as its user and on a read-only file system where
 * this account may arrange that.
 */
export function startInImage(
  image: PlainImage,
  command: readonly string[],
  settings: Readonly<Record<string, string>>,
): StartedProcess {
  const { folder, programs, user, workingFolder } = image;
  const scratch = path.join(folder, 'tmp');
  mkdirSync(scratch, { recursive: true });
  chmodSync(scratch, 0o777);
  const wrapped = canMakeReadOnly() ? [...readOnlyPrefix(image, scratch), ...command] : command;
  const [program = '', ...parameters] = wrapped;
  const child = spawn(program, parameters, {
    cwd: workingFolder,
    env: { ...image.environment, TMPDIR: scratch, PATH: `${programs}:/usr/bin:/bin`, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(isRoot && wrapped === command && user),
  });
  let text = '';
  child.stdout?.on('data', (chunk) => {
    text += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    text += chunk;
  });
  return { child, output: () => text };
}

/** Mounts everything read-only but data and scratch, then becomes the user without any privilege, in one process. */
function readOnlyPrefix({ folder, user }: PlainImage, scratch: string): readonly string[] {
  const script = `
    mount --bind "$1" "$1"
    mount --bind "$2" "$2"
    for place in "$(findmnt -no TARGET -T "$3")" /; do mount -o remount,bind,ro "$place"; done
    shift 3
    exec setpriv --reuid ${user.uid} --regid ${user.gid} --clear-groups --no-new-privs --bounding-set=-all "$@"`;
  return ['unshare', '--mount', 'sh', '-ec', script, 'sh', path.join(folder, 'data'), scratch, folder];
}

let readOnly: boolean | undefined;

/** Whether this account may mount folders in a name space of its own. */
export function canMakeReadOnly(): boolean {
  readOnly ??= isRoot && succeeds('unshare', ['--mount', 'setpriv', '--no-new-privs', 'true']);
  return readOnly;
}

function succeeds(program: string, parameters: readonly string[]): boolean {
  try {
    execFileSync(program, parameters, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
