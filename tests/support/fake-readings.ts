/** The site of the basin file at which most of the answers are. */
export const heise = '13037500';

/** A feature of `latest-continuous`; what is given replaces parts of a good one. */
export function latestFeature(properties: Readonly<Record<string, unknown>> = {}) {
  return {
    type: 'Feature',
    properties: {
      time_series_id: 'a1',
      monitoring_location_id: `USGS-${heise}`,
      parameter_code: '00060',
      statistic_id: '00011',
      time: '2026-03-20T17:45:00+00:00',
      value: '1790',
      unit_of_measure: 'ft^3/s',
      approval_status: 'Provisional',
      ...properties,
    },
  };
}

/** Answers of the services of readings; each may be replaced. */
export type ReadingAnswers = {
  readonly usgs?: (url: URL) => Response | Promise<Response>;
  readonly metadata?: (url: URL) => Response;
  readonly nrcs?: (url: URL) => Response;
  readonly usbr?: (url: URL) => Response;
  readonly aquainfo?: (url: URL) => Response;
};

export const features = (...list: readonly unknown[]) => Response.json({ features: list, links: [] });

/** A station of AWDB's hourly answer. */
export const hourly = (values: readonly unknown[], element: Readonly<Record<string, unknown>> = {}) =>
  Response.json([
    {
      stationTriplet: '546:ID:SNTL',
      data: [
        {
          stationElement: {
            elementCode: 'WTEQ',
            durationName: 'HOURLY',
            storedUnitCode: 'in',
            ...element,
          },
          values,
        },
      ],
    },
  ]);

/** HydroMet's table of instants for the columns that were asked for. */
export const instants = (...lines: readonly string[]) => new Response(`${lines.join('\n')}\n`);
export const instantHeader = 'DateTime,afty_ob,jck_af';

export const points = (...list: readonly unknown[]) => Response.json({ points: list });

/** Fakes the services that have readings. Without an answer of its own, a service has none. */
export function createFakeReadings(answers: ReadingAnswers) {
  const requested: URL[] = [];
  const answer: typeof fetch = async (input) => {
    const url = new URL(String(input));
    requested.push(url);
    if (url.pathname.endsWith('/latest-continuous/items')) return (await answers.usgs?.(url)) ?? features();
    if (url.pathname.endsWith('/time-series-metadata/items')) return answers.metadata?.(url) ?? features();
    if (url.pathname.includes('awdbRestApi')) return answers.nrcs?.(url) ?? Response.json([]);
    if (url.pathname.endsWith('/instant.pl')) return answers.usbr?.(url) ?? instants(instantHeader);
    if (url.pathname.endsWith('/telemetry/locations')) {
      return Response.json(
        ['AQI-MV1', 'AQI-AB1'].map((identifier) => ({
          identifier,
          locationName: identifier,
          datasets: [
            { uniqueId: `daily-${identifier}`, parameter: 'Depth to Water', unit: 'ft', label: 'Daily' },
            { uniqueId: `now-${identifier}`, parameter: 'Depth to Water', unit: 'ft', label: 'Telemetry' },
          ],
        })),
      );
    }
    if (url.pathname.endsWith('/now-AQI-MV1')) return answers.aquainfo?.(url) ?? points();
    if (url.pathname.endsWith('/now-AQI-AB1')) return points();
    throw new Error(`Nobody should ask ${url.href}`);
  };
  return { fetch: answer, requested };
}
