-- A HUC10 without a name of its own is called Watershed and its code.
update location_record r set content = jsonb_set(r.content, '{huc10}', to_jsonb('Watershed ' || h.huc10_code))
  from huc10 h where h.huc10_name = h.huc10_code and r.content->>'huc10' = h.huc10_code;
--> statement-breakpoint
update huc10 set huc10_name = 'Watershed ' || huc10_code where huc10_name = huc10_code;
--> statement-breakpoint
COMMENT ON COLUMN "ingest_run"."status" IS 'running, succeeded, partial if nothing was refused but less arrived than was asked for, failed, cancelled, or interrupted if its process ended before it did';
