import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { outlookRequestOf } from '#contract/basin-outlook-request.ts';
import { readFill, readOutlook } from '#contract/outlook.ts';
import { ingest } from '#ingest/run.ts';
import { parseCsv } from '#lib/csv.ts';
import type { Store } from '#server/db/store.ts';
import { raiseVersion } from '../support/brief-fixture.ts';
import { basin } from '../support/basin.ts';
import { describeEngines } from '../support/engines.ts';
import { refreshRecord } from '../support/refresh-record.ts';
import { openTestApp, roleVerifier, type TestApp } from '../support/test-app.ts';

const real = path.resolve(import.meta.dirname, '../../../shared/data/real');
