const faults = ['429', '500', 'html', 'truncated', 'away'] as const;

/** The most faults in a row that an importer has to survive. */
const maxConsecutiveFaults = 3;

/** Creates a generator of numbers from 0 to 1 that depend only on the seed. */
export function createSeededRandom(seed: number): () => number {
  let state = (seed * 2_654_435_761) >>> 0;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * Wraps a service with random faults that depend only on the seed: 429, 500, an HTML page with status 200, truncated
 * responses and failed connections.
 */
export function hostile(service: typeof fetch, seed: number): { fetch: typeof fetch; met: () => number } {
  const random = createSeededRandom(seed);
  let consecutiveFaults = 0;
  let met = 0;
  return {
    met: () => met,
    fetch: async (input, init) => {
      const fault = faults[Math.floor(random() * faults.length)];
      if (consecutiveFaults >= maxConsecutiveFaults || random() > 0.4) {
        consecutiveFaults = 0;
        return service(input, init);
      }
      consecutiveFaults += 1;
      met += 1;
      switch (fault) {
        case '429':
          return new Response('slow down', { status: 429, headers: { 'retry-after': '7' } });
        case '500':
          return new Response('', { status: 500 });
        case 'html':
          return new Response('<html><body><h1>Down for maintenance</h1></body></html>');
        case 'truncated': {
          const text = await (await service(input, init)).text();
          const half = text.slice(0, text.length / 2);
          return /^[[{]/.test(text) ? new Response(half) : new Response(breakingOff(half));
        }
        default:
          throw new TypeError('fetch failed');
      }
    },
  };
}

/** Creates a body whose connection breaks, which formats without an end marker, such as CSV, would not reveal. */
function breakingOff(text: string): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(text));
      controller.error(new TypeError('terminated'));
    },
  });
}
