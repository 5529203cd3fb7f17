CREATE TABLE "statistic_day" (
	"loc_ndx" integer NOT NULL,
	"parameter_ndx" smallint NOT NULL,
	"year_kind" text NOT NULL,
	"measure" text NOT NULL,
	"years" smallint[] NOT NULL,
	"period" text NOT NULL,
	"counts" smallint[],
	"first_years" smallint[],
	"last_years" smallint[],
	"provisional" smallint[],
	"minimum" double precision[],
	"p5" double precision[],
	"p10" double precision[],
	"p25" double precision[],
	"median" double precision[],
	"p75" double precision[],
	"p90" double precision[],
	"p95" double precision[],
	"maximum" double precision[],
	"computed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "statistic_day_loc_ndx_parameter_ndx_year_kind_measure_pk" PRIMARY KEY("loc_ndx","parameter_ndx","year_kind","measure")
);
--> statement-breakpoint
CREATE TABLE "statistic_setting" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"formulas" smallint NOT NULL,
	"approved_only" boolean NOT NULL,
	CONSTRAINT "statistic_setting_one_row" CHECK ("statistic_setting"."id" = 1)
);
--> statement-breakpoint
ALTER TABLE "location_parameter" ADD COLUMN "flagged" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "location_parameter" ADD COLUMN "provisional" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "statistic_day" ADD CONSTRAINT "statistic_day_record_fk" FOREIGN KEY ("loc_ndx","parameter_ndx") REFERENCES "public"."location_parameter"("loc_ndx","parameter_ndx") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
INSERT INTO "statistic_setting" ("formulas", "approved_only") VALUES (1, false);--> statement-breakpoint
UPDATE "location_parameter" lp SET "flagged" = v."flagged", "provisional" = v."provisional"
FROM (
	SELECT "loc_ndx", "parameter_ndx", count("flag") AS "flagged",
		count(*) FILTER (WHERE "flag" IS NULL AND coalesce(nullif("approval"::text, ''), 'P') = 'P') AS "provisional"
	FROM "daily_value" GROUP BY "loc_ndx", "parameter_ndx"
) v
WHERE lp."loc_ndx" = v."loc_ndx" AND lp."parameter_ndx" = v."parameter_ndx";
