import { setTimeout } from 'node:timers/promises';
import type { InjectOptions } from 'fastify';
import { connectRemoteApp } from './remote-app.ts';

type Tally = { answered: number; longestMs: number; readonly failures: Map<string, number> };

/** What people saw in one phase of a test. */
type Phase = { readonly name: string; readonly reads: Tally; readonly writes: Tally };

export type CrowdOptions = {
  readonly port: number;
  readonly token: string;
  readonly readers: number;
  /** The addresses that readers open, in turn. */
  readonly addresses: readonly string[];
  /** What a writer sends, the n-th time. */
  readonly write: (n: number) => { url: string; body: object };
  readonly pauseMs: number;
};

/** People who read and write through an address, and what they see. */
export type Crowd = {
  /** Begins a phase of this name. */
  begin(name: string): void;
  /** The tally of the current phase. */
  current(): Phase;
  /** The bodies of all writes that were acknowledged. */
  readonly acknowledged: readonly unknown[];
  /** Lines of a Markdown table, one row per phase. */
  table(): string;
  end(): Promise<void>;
};

const createTally = (): Tally => ({ answered: 0, longestMs: 0, failures: new Map() });

export function startCrowd({ port, token, readers, addresses, write, pauseMs }: CrowdOptions): Crowd {
  const app = connectRemoteApp(port);
  const authorization = `Bearer ${token}`;
  const phases: Phase[] = [];
  const acknowledged: unknown[] = [];
  let phase = beginPhase('start');
  let isOver = false;

  function beginPhase(name: string): Phase {
    const begun = { name, reads: createTally(), writes: createTally() };
    phases.push(begun);
    return begun;
  }

  /** Counts in the phase in which the request was sent. Returns the body of a success. */
  async function send(tally: Tally, options: InjectOptions): Promise<unknown> {
    const began = performance.now();
    let failure: string | undefined;
    let body: unknown;
    try {
      const answer = await app.inject(options);
      if (answer.statusCode >= 300) failure = String(answer.statusCode);
      else body = answer.json();
    } catch (error) {
      failure = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    }
    tally.longestMs = Math.max(tally.longestMs, performance.now() - began);
    if (failure === undefined) tally.answered += 1;
    else tally.failures.set(failure, (tally.failures.get(failure) ?? 0) + 1);
    return body;
  }

  async function read(at: number) {
    for (let n = at; !isOver; n += 1) {
      const url = addresses[n % addresses.length] ?? '/';
      await send(phase.reads, { url, headers: { authorization } });
      await setTimeout(pauseMs);
    }
  }

  async function writeRepeatedly() {
    for (let n = 0; !isOver; n += 1) {
      const { url, body } = write(n);
      const headers = { authorization, 'content-type': 'application/json' };
      const answer = await send(phase.writes, {
        method: 'POST',
        url,
        headers,
        payload: JSON.stringify(body),
      });
      if (answer !== undefined) acknowledged.push(answer);
      await setTimeout(pauseMs);
    }
  }

  const work = [writeRepeatedly(), ...Array.from({ length: readers }, (_, at) => read(at))];
  return {
    begin: (name) => {
      phase = beginPhase(name);
    },
    current: () => phase,
    acknowledged,
    table: () =>
      [
        '| | reads | failed | longest ms | writes | failed | longest ms |',
        '|---|---|---|---|---|---|---|',
        ...phases.map(
          ({ name, reads, writes }) => `| ${[name, ...cells(reads), ...cells(writes)].join(' | ')} |`,
        ),
      ].join('\n'),
    end: async () => {
      isOver = true;
      await Promise.all(work);
    },
  };
}

function cells({ answered, longestMs, failures }: Tally): string[] {
  const failed = [...failures].map(([kind, count]) => `${count} × ${kind}`).join(', ');
  return [String(answered), failed || 'none', String(Math.round(longestMs))];
}
