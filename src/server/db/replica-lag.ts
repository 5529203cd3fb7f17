/** A position in the write-ahead log, e.g. `0/3000148`, as a number that grows. */
export function parseLogPosition(text: string): bigint {
  const [, high = '0', low = '0'] = /^([\dA-F]+)\/([\dA-F]+)$/i.exec(text) ?? [];
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

/** Measures by one clock, that of this process, how old the data of a replica are at most. */
export type LagMeter = {
  /** The primary had written its log up to this position when it was asked at this time. */
  notePrimary(position: bigint, askedAt: number): void;
  /** Returns the milliseconds since the newest known state of the primary that a replica at this position contains. */
  measure(position: bigint, at: number): number | undefined;
  /** Whether a replica at this position contains the last known state of the primary. */
  isCaughtUp(position: bigint): boolean;
};

/** Samples that are remembered: at one a second, more than the lag at which a replica is no longer read. */
const maxSamples = 60;

export function createLagMeter(): LagMeter {
  let samples: { readonly position: bigint; readonly askedAt: number }[] = [];
  return {
    notePrimary: (position, askedAt) => {
      samples = [...samples, { position, askedAt }].slice(-maxSamples);
    },
    measure: (position, at) => {
      const reached = samples.findLast((sample) => sample.position <= position);
      return reached && at - reached.askedAt;
    },
    isCaughtUp: (position) => position >= (samples.at(-1)?.position ?? position + 1n),
  };
}
