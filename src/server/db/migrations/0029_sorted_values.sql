ALTER TABLE "statistic_day" ADD COLUMN "sorted" bytea;--> statement-breakpoint
-- Uncompressed, so that the values of one day are read without the others.
ALTER TABLE "statistic_day" ALTER COLUMN "sorted" SET STORAGE EXTERNAL;--> statement-breakpoint
COMMENT ON COLUMN "statistic_day"."sorted" IS 'The values that the statistics of each day rest on, ascending, of water years and values only: see `packSortedValues`.';
--> statement-breakpoint
-- Without statistics, there is nothing to compute again.
UPDATE "statistic_setting" SET "formulas" = 4 WHERE NOT EXISTS (SELECT FROM "statistic_day");
