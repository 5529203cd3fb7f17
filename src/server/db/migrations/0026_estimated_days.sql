ALTER TABLE "statistic_day" ADD COLUMN "estimated" smallint[];--> statement-breakpoint
ALTER TABLE "statistic_day" ALTER COLUMN "estimated" SET STORAGE EXTERNAL;
--> statement-breakpoint
-- Without statistics, there is nothing to compute again.
UPDATE "statistic_setting" SET "formulas" = 3 WHERE NOT EXISTS (SELECT FROM "statistic_day");
