ALTER TABLE "own_series" ADD COLUMN "days_from" date;
--> statement-breakpoint
ALTER TABLE "own_series" ADD COLUMN "days_to" date;
--> statement-breakpoint
COMMENT ON COLUMN "own_series"."days_from" IS 'From here to `days_to`, days are to be computed from their readings: because an import has not come so far yet, or because they have not ended. Null where none are.';
--> statement-breakpoint
UPDATE "own_series" s SET "days_from" = l."at"::date - 8, "days_to" = l."at"::date + 8
FROM (SELECT "loc_ndx", max("at") AS "at" FROM "own_reading" GROUP BY "loc_ndx") l
WHERE l."loc_ndx" = s."loc_ndx" AND s."kind" <> 'day' AND s."parameter_ndx" <> 0;
