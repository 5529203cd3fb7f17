CREATE TABLE "timeseries_view" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_uuid" text NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "timeseries_view_name" ON "timeseries_view" USING btree ("user_uuid",lower("name"));