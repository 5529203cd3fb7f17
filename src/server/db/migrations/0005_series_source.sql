CREATE TABLE "daily_value_addition" (
	"loc_ndx" integer NOT NULL,
	"parameter_ndx" smallint NOT NULL,
	"first_day" date NOT NULL,
	"last_day" date NOT NULL,
	"known_from" timestamp with time zone NOT NULL,
	"run" integer NOT NULL,
	CONSTRAINT "daily_value_addition_loc_ndx_parameter_ndx_known_from_first_day_pk" PRIMARY KEY("loc_ndx","parameter_ndx","known_from","first_day")
);
--> statement-breakpoint
CREATE TABLE "daily_value_revision" (
	"loc_ndx" integer NOT NULL,
	"parameter_ndx" smallint NOT NULL,
	"rdate" date NOT NULL,
	"value" real NOT NULL,
	"approval" char(1) NOT NULL,
	"qualifier" text,
	"flag" text,
	"known_from" timestamp with time zone NOT NULL,
	"run" integer NOT NULL,
	CONSTRAINT "daily_value_revision_loc_ndx_parameter_ndx_rdate_known_from_pk" PRIMARY KEY("loc_ndx","parameter_ndx","rdate","known_from")
);
--> statement-breakpoint
ALTER TABLE "location_parameter" ADD COLUMN "source" text;--> statement-breakpoint
ALTER TABLE "location_parameter" ADD COLUMN "source_series" text;--> statement-breakpoint
ALTER TABLE "location_parameter" ADD COLUMN "is_demonstration" boolean DEFAULT false NOT NULL;