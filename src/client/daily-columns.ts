import { type DailyColumns, readDailyData } from '#contract/daily-data.ts';
import type { RequestOf } from '#contract/endpoint.ts';
import { type Requester, RequestFailed, type RequestOptions } from './request.ts';

/** Reads daily values in columns. @throws RequestFailed, also for a response in another form */
export async function readDailyColumns(
  request: Requester,
  params: RequestOf<typeof readDailyData>['params'],
  options: RequestOptions,
): Promise<DailyColumns> {
  const response = await request(readDailyData, { params, query: { format: 'columns' } }, options);
  if (!Array.isArray(response)) return response;
  throw new RequestFailed('unreadable', 'The server’s answer could not be read.');
}
