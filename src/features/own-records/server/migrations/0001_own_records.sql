CREATE TABLE "own_site" (
	"loc_ndx" integer PRIMARY KEY NOT NULL REFERENCES "location"("loc_ndx") ON DELETE cascade,
	"parameters" smallint[] NOT NULL,
	"limit_minutes" integer NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"changed_by" text NOT NULL
);
--> statement-breakpoint
COMMENT ON TABLE "own_site" IS 'Sites whose readings people enter, push or upload. Readings more than `limit_minutes` apart leave the time between them uncovered.';
--> statement-breakpoint
CREATE TABLE "own_writer" (
	"subject" text NOT NULL,
	"loc_ndx" integer REFERENCES "location"("loc_ndx") ON DELETE cascade,
	"added_at" timestamp with time zone DEFAULT now() NOT NULL,
	"added_by" text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "own_writer_once" ON "own_writer" USING btree ("subject",coalesce("loc_ndx", 0));
--> statement-breakpoint
COMMENT ON TABLE "own_writer" IS 'Who may write the readings of a site; without a site, of all own sites.';
--> statement-breakpoint
CREATE TABLE "own_token" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"loc_ndx" integer NOT NULL REFERENCES "location"("loc_ndx") ON DELETE cascade,
	"name" text NOT NULL,
	"token_hash" text NOT NULL,
	"starts_with" text NOT NULL,
	"ends_on" date NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" text NOT NULL,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "own_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "own_series" (
	"loc_ndx" integer NOT NULL REFERENCES "location"("loc_ndx") ON DELETE cascade,
	"parameter_ndx" smallint NOT NULL,
	"kind" text NOT NULL,
	"period_minutes" integer,
	"wraps_at" double precision,
	CONSTRAINT "own_series_pk" PRIMARY KEY("loc_ndx","parameter_ndx")
);
--> statement-breakpoint
COMMENT ON TABLE "own_series" IS 'What the readings of a site are: `reading` at instants, or means of `period_minutes` that end then; `counter`, which begins at 0 again, or after `wraps_at`; or `day`, which came as days and have no readings.';
--> statement-breakpoint
CREATE TABLE "own_origin" (
	"origin_ndx" serial PRIMARY KEY NOT NULL,
	"way" text NOT NULL,
	"made_by" text NOT NULL,
	"made_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"run" integer,
	"entered_value" double precision,
	"entered_unit" text,
	"note" text,
	"reason" text,
	"photo" uuid
);
--> statement-breakpoint
CREATE INDEX "own_origin_photo" ON "own_origin" USING btree ("photo") WHERE "photo" IS NOT NULL;
--> statement-breakpoint
CREATE TABLE "own_reading" (
	"loc_ndx" integer NOT NULL,
	"parameter_ndx" smallint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"version" integer NOT NULL,
	"value" double precision,
	"client_id" text,
	"origin_ndx" integer NOT NULL,
	CONSTRAINT "own_reading_pk" PRIMARY KEY("loc_ndx","parameter_ndx","at","version")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "own_reading_client" ON "own_reading" USING btree ("loc_ndx","client_id") WHERE "client_id" IS NOT NULL;
--> statement-breakpoint
COMMENT ON TABLE "own_reading" IS 'Every version of every reading, in the unit of its parameter; parameter 0 is the stage in ft. A withdrawn one has no value. Nothing is ever changed or deleted here.';
--> statement-breakpoint
CREATE TABLE "own_rating" (
	"loc_ndx" integer NOT NULL REFERENCES "location"("loc_ndx") ON DELETE cascade,
	"parameter_ndx" smallint NOT NULL,
	"version" integer NOT NULL,
	"valid_from" timestamp with time zone NOT NULL,
	"offset_ft" double precision NOT NULL,
	"points" jsonb NOT NULL,
	"note" text,
	"made_by" text NOT NULL,
	"made_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "own_rating_pk" PRIMARY KEY("loc_ndx","parameter_ndx","version")
);
--> statement-breakpoint
CREATE TABLE "own_mapping" (
	"name" text PRIMARY KEY NOT NULL,
	"mapping" jsonb NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"changed_by" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "own_file" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"size" bigint NOT NULL,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL,
	"made_by" text NOT NULL,
	"path" text NOT NULL,
	"mapping" jsonb,
	"writes_all" boolean DEFAULT false NOT NULL,
	"writes" integer[] DEFAULT '{}' NOT NULL,
	"run" integer
);
--> statement-breakpoint
COMMENT ON TABLE "own_file" IS 'Uploaded files of the last day; `run` is the import that stored it, for all own sites or those of `writes`.';
