CREATE UNLOGGED TABLE "rate_counter" (
	"key_hash" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"window_ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "rate_counter_window_ends_at_index" ON "rate_counter" USING btree ("window_ends_at");