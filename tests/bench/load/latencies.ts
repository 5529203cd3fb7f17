/** Collects how long requests took, by group, and which failed. */
export class Latencies {
  readonly #groups = new Map<string, number[]>();
  /** How often each failure happened. */
  readonly failures = new Map<string, number>();

  add(group: string, ms: number): void {
    const list = this.#groups.get(group) ?? [];
    list.push(ms);
    this.#groups.set(group, list);
  }

  addFailure(what: string): void {
    this.failures.set(what, (this.failures.get(what) ?? 0) + 1);
  }

  /** Milliseconds within which this share of the requests was answered, over all groups that begin with a text. */
  percentile(share: number, prefix = ''): number {
    const all = [...this.#groups].flatMap(([group, list]) => (group.startsWith(prefix) ? list : []));
    return percentileOf(all, share);
  }

  count(): number {
    return [...this.#groups.values()].reduce((sum, list) => sum + list.length, 0);
  }

  /** A table as Markdown, one row per group. */
  table(): string {
    const cell = (ms: number) => ms.toFixed(ms < 10 ? 1 : 0);
    const rows = [...this.#groups].sort().map(([group, list]) => {
      const cells = [0.5, 0.95, 0.99, 1].map((share) => cell(percentileOf(list, share)));
      return `| ${[group, list.length, ...cells].join(' | ')} |`;
    });
    const head = [
      '| requests | count | p50 ms | p95 ms | p99 ms | longest ms |',
      '|---|---|---|---|---|---|',
    ];
    return [...head, ...rows].join('\n');
  }
}

function percentileOf(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}
