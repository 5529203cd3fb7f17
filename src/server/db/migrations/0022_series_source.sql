CREATE TABLE "series_source" (
	"loc_ndx" integer NOT NULL,
	"parameter_ndx" smallint NOT NULL,
	"known_from" timestamp with time zone NOT NULL,
	"source" text NOT NULL,
	"source_series" text,
	"run" integer,
	CONSTRAINT "series_source_loc_ndx_parameter_ndx_known_from_pk" PRIMARY KEY("loc_ndx","parameter_ndx","known_from")
);
--> statement-breakpoint
-- What imports of earlier versions changed says which source a series had then: that of the run. Nothing is known of the
-- time before the first one.
INSERT INTO "series_source" ("loc_ndx", "parameter_ndx", "known_from", "source", "run")
SELECT c."loc_ndx", c."parameter_ndx",
	CASE WHEN c."former" IS NULL THEN '-infinity' ELSE c."known_from" END, c."source", c."run"
FROM (
	SELECT h.*, r."source", lag(r."source") OVER (PARTITION BY h."loc_ndx", h."parameter_ndx" ORDER BY h."known_from") AS "former"
	FROM (
		SELECT "loc_ndx", "parameter_ndx", "known_from", max("run") AS "run" FROM (
			SELECT "loc_ndx", "parameter_ndx", "known_from", "run" FROM "daily_value_addition"
			UNION ALL
			SELECT "loc_ndx", "parameter_ndx", "known_from", "run" FROM "daily_value_revision"
		) e GROUP BY 1, 2, 3
	) h JOIN "ingest_run" r ON r."ingest_run_ndx" = h."run"
) c
WHERE c."source" IS DISTINCT FROM c."former";
--> statement-breakpoint
-- Series without such a change, and those whose present source changed nothing when it came.
INSERT INTO "series_source" ("loc_ndx", "parameter_ndx", "known_from", "source", "source_series")
SELECT lp."loc_ndx", lp."parameter_ndx",
	CASE WHEN s."source" IS NULL THEN '-infinity'::timestamptz ELSE clock_timestamp() END, lp."source", lp."source_series"
FROM "location_parameter" lp
LEFT JOIN LATERAL (
	SELECT * FROM "series_source" s
	WHERE s."loc_ndx" = lp."loc_ndx" AND s."parameter_ndx" = lp."parameter_ndx"
	ORDER BY s."known_from" DESC LIMIT 1
) s ON true
WHERE lp."source" IS NOT NULL AND lp."source" IS DISTINCT FROM s."source";
