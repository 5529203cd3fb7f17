ALTER TABLE "daily_value" ADD COLUMN "flag" text;--> statement-breakpoint
ALTER TABLE "huc10" ADD COLUMN "boundary" jsonb;