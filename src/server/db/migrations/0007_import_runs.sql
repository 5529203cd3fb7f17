CREATE TABLE "import_schedule" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"every" text DEFAULT 'off' NOT NULL,
	"source" text DEFAULT 'all' NOT NULL,
	"sites" text[],
	"next_at" timestamp with time zone,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"changed_by" text NOT NULL,
	CONSTRAINT "import_schedule_one_row" CHECK ("import_schedule"."id" = 1)
);
--> statement-breakpoint
ALTER TABLE "ingest_run" ADD COLUMN "started_by" text;