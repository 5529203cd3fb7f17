ALTER TABLE "statistic_day" ADD COLUMN "change_counts" smallint[];--> statement-breakpoint
ALTER TABLE "statistic_day" ADD COLUMN "change_median" double precision[];--> statement-breakpoint
ALTER TABLE "statistic_day" ADD COLUMN "change_iqr" double precision[];--> statement-breakpoint
ALTER TABLE "statistic_day" ADD COLUMN "peak_median" double precision;--> statement-breakpoint
ALTER TABLE "statistic_day"
	ALTER COLUMN "change_counts" SET STORAGE EXTERNAL,
	ALTER COLUMN "change_median" SET STORAGE EXTERNAL,
	ALTER COLUMN "change_iqr" SET STORAGE EXTERNAL;
--> statement-breakpoint
-- Without statistics, there is nothing to compute again.
UPDATE "statistic_setting" SET "formulas" = 2 WHERE NOT EXISTS (SELECT FROM "statistic_day");
