CREATE TABLE "demo_state" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"has_data" boolean DEFAULT false NOT NULL,
	"seeded_through" date,
	"has_content" boolean DEFAULT false NOT NULL,
	CONSTRAINT "demo_state_one_row" CHECK ("demo_state"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "imported_series" (
	"loc_id" text NOT NULL,
	"parameter_ndx" smallint NOT NULL,
	"source" text NOT NULL,
	CONSTRAINT "imported_series_loc_id_parameter_ndx_pk" PRIMARY KEY("loc_id","parameter_ndx")
);
--> statement-breakpoint
INSERT INTO "demo_state" ("has_data", "seeded_through", "has_content")
SELECT
	EXISTS (SELECT FROM "portal_state" WHERE "key" = 'demo_data' AND "value" NOT IN ('false', 'null')),
	(SELECT ("value" #>> '{}')::date FROM "portal_state"
		WHERE "key" = 'seeded_through' AND "value" #>> '{}' ~ '^\d{4}-\d\d-\d\d$'),
	EXISTS (SELECT FROM "portal_state" WHERE "key" = 'demo_content' AND "value" = 'true');
--> statement-breakpoint
INSERT INTO "imported_series" ("loc_id", "parameter_ndx", "source")
SELECT series."loc_id", series."parameter_ndx", series."source"
FROM "portal_state", jsonb_to_recordset("value") AS series("loc_id" text, "parameter_ndx" smallint, "source" text)
WHERE "key" = 'real_series'
ON CONFLICT DO NOTHING;
--> statement-breakpoint
DROP TABLE "portal_state";--> statement-breakpoint
ALTER TABLE "timeseries_user_filter" ALTER COLUMN "huc8s" SET DATA TYPE integer[] USING
	CASE WHEN "huc8s"::text ~ '^\[[0-9, ]*\]$' THEN translate("huc8s"::text, '[]', '{}') ELSE '{NULL}' END::integer[];--> statement-breakpoint
ALTER TABLE "timeseries_user_filter" ALTER COLUMN "locations_left" SET DATA TYPE integer[] USING
	CASE WHEN "locations_left"::text ~ '^\[[0-9, ]*\]$' THEN translate("locations_left"::text, '[]', '{}') ELSE '{NULL}' END::integer[];--> statement-breakpoint
ALTER TABLE "timeseries_user_filter" ALTER COLUMN "locations_right" SET DATA TYPE integer[] USING
	CASE WHEN "locations_right"::text ~ '^\[[0-9, ]*\]$' THEN translate("locations_right"::text, '[]', '{}') ELSE '{NULL}' END::integer[];
