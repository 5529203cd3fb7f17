import { type DailyColumns, readDailyData } from './daily-data.ts';
import type { RequestOf } from './endpoint.ts';
import { type Requester, RequestFailed, type RequestOptions } from './request.ts';

/**
 * Reads daily values in columns. With `knownOn`, a day, they are as known at its end.
 * @throws RequestFailed, also for a response in another form
 */
export async function readDailyColumns(
  request: Requester,
  params: RequestOf<typeof readDailyData>['params'],
  { knownOn, ...options }: RequestOptions & { knownOn?: string | undefined },
): Promise<DailyColumns> {
  const query = { format: 'columns' as const, ...(knownOn !== undefined && { as_of: knownOn }) };
  const response = await request(readDailyData, { params, query }, options);
  if (!Array.isArray(response)) return response;
  throw new RequestFailed('unreadable', 'The server’s answer could not be read.');
}
