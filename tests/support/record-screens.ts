import { findModel, recordEndpoints } from '#config/models/index.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { nameOf } from '#contract/index.ts';
import type { Model } from '#contract/records/model.ts';
import type { ContentRecord, RecordEndpoints } from '#contract/records/records.ts';
import type { Requester } from '#contract/request.ts';
import type { RecordContent } from '#domain/records/versions.ts';

export const id = '00000000-0000-4000-8000-000000000001';

export function modelOf(name: string): { model: Model; calls: RecordEndpoints } {
  const [model, calls] = [findModel(name), recordEndpoints.get(name)];
  if (!model || !calls) throw new Error(`There is no model ${name}.`);
  return { model, calls };
}

/** A record as the API returns it. */
export function recordOf(content: RecordContent, changes: Partial<ContentRecord> = {}): ContentRecord {
  return {
    ...content,
    id,
    status_id: 1,
    content_node_statuses: { id: 1, name: 'Draft' },
    is_enabled: true,
    parent_id: null,
    former_parent_id: null,
    future_parent_id: null,
    created_at: '2026-05-01T00:00:00.000001Z',
    created_by: 'ann',
    updated_at: '2026-05-01T00:00:00.000001Z',
    updated_by: 'ann',
    version_id: id,
    total_versions: 1,
    is_latest: true,
    is_published: false,
    versions: [],
    parentRecord: null,
    ...changes,
  };
}

export type Sent = { name: string; parts: Record<string, unknown>; options: Record<string, unknown> };

/** Creates a requester with a response for each call, by name. It records the requests. */
export function fakeRequester(responses: Record<string, (sent: Sent) => unknown>) {
  const sent: Sent[] = [];
  const request = (async (endpoint: Endpoint, parts: object, options: object = {}) => {
    const name = nameOf(endpoint);
    const one: Sent = { name, parts: { ...parts }, options: { ...options } };
    sent.push(one);
    const answer = responses[name];
    if (!answer) throw new Error(`Unexpected call of ${name}.`);
    return answer(one);
  }) as Requester;
  return { request, sent };
}
