CREATE TABLE "latest_reading" (
	"loc_ndx" integer NOT NULL,
	"parameter_ndx" smallint NOT NULL,
	"time" timestamp with time zone NOT NULL,
	"value" real NOT NULL,
	"unit" text NOT NULL,
	"approval" char(1) NOT NULL,
	CONSTRAINT "latest_reading_pk" PRIMARY KEY("loc_ndx","parameter_ndx","time")
);
--> statement-breakpoint
CREATE INDEX "latest_reading_time_index" ON "latest_reading" USING btree ("time");
--> statement-breakpoint
COMMENT ON TABLE "latest_reading" IS 'Readings of the last 14 days, of the series that have any. They are in no statistic, and no daily value is made of them.';
--> statement-breakpoint
COMMENT ON COLUMN "latest_reading"."approval" IS 'A approved, P provisional.';
--> statement-breakpoint
ALTER TABLE "data_version" ADD COLUMN "readings" bigint DEFAULT 1 NOT NULL;
--> statement-breakpoint
COMMENT ON COLUMN "data_version"."readings" IS 'Rises with every change of `latest_reading`, instead of `version`: what does not show readings stays as it is.';
--> statement-breakpoint
CREATE FUNCTION note_reading_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF EXISTS (SELECT FROM changed) THEN
		UPDATE data_version SET readings = readings + 1;
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER note_added_readings AFTER INSERT ON "latest_reading" REFERENCING NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION note_reading_change();
--> statement-breakpoint
CREATE TRIGGER note_revised_readings AFTER UPDATE ON "latest_reading" REFERENCING NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION note_reading_change();
--> statement-breakpoint
CREATE TRIGGER note_removed_readings AFTER DELETE ON "latest_reading" REFERENCING OLD TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION note_reading_change();
