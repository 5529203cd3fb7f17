CREATE TABLE "data_change" (
	"transaction" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "data_version" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"version" bigint DEFAULT 1 NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "data_version_one_row" CHECK ("data_version"."id" = 1)
);
--> statement-breakpoint
INSERT INTO "data_version" DEFAULT VALUES;
--> statement-breakpoint
CREATE FUNCTION note_data_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO data_change (transaction) VALUES (pg_current_xact_id()::text) ON CONFLICT DO NOTHING;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION raise_data_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE data_version SET version = version + 1, changed_at = clock_timestamp();
	DELETE FROM data_change WHERE transaction = NEW.transaction;
	RETURN NULL;
END $$;
--> statement-breakpoint
-- Deferred, so that transactions wait for each other's row of data_version only while they commit.
CREATE CONSTRAINT TRIGGER raise_data_version AFTER INSERT ON "data_change"
	DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION raise_data_version();
--> statement-breakpoint
CREATE TRIGGER note_data_change AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "location_type"
	FOR EACH STATEMENT EXECUTE FUNCTION note_data_change();
--> statement-breakpoint
CREATE TRIGGER note_data_change AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "data_provider"
	FOR EACH STATEMENT EXECUTE FUNCTION note_data_change();
--> statement-breakpoint
CREATE TRIGGER note_data_change AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "parameter"
	FOR EACH STATEMENT EXECUTE FUNCTION note_data_change();
--> statement-breakpoint
CREATE TRIGGER note_data_change AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "huc8"
	FOR EACH STATEMENT EXECUTE FUNCTION note_data_change();
--> statement-breakpoint
CREATE TRIGGER note_data_change AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "huc10"
	FOR EACH STATEMENT EXECUTE FUNCTION note_data_change();
--> statement-breakpoint
CREATE TRIGGER note_data_change AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "gw_district"
	FOR EACH STATEMENT EXECUTE FUNCTION note_data_change();
--> statement-breakpoint
CREATE TRIGGER note_data_change AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "location"
	FOR EACH STATEMENT EXECUTE FUNCTION note_data_change();
--> statement-breakpoint
CREATE TRIGGER note_data_change AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "location_parameter"
	FOR EACH STATEMENT EXECUTE FUNCTION note_data_change();
--> statement-breakpoint
CREATE TRIGGER note_data_change AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "daily_value"
	FOR EACH STATEMENT EXECUTE FUNCTION note_data_change();
--> statement-breakpoint
CREATE TRIGGER note_data_change AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "statistic_day"
	FOR EACH STATEMENT EXECUTE FUNCTION note_data_change();
--> statement-breakpoint
CREATE TRIGGER note_data_change AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "official_statistic"
	FOR EACH STATEMENT EXECUTE FUNCTION note_data_change();
--> statement-breakpoint
CREATE TRIGGER note_data_change AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "official_forecast"
	FOR EACH STATEMENT EXECUTE FUNCTION note_data_change();
--> statement-breakpoint
CREATE TRIGGER note_data_change AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "map_source"
	FOR EACH STATEMENT EXECUTE FUNCTION note_data_change();
--> statement-breakpoint
CREATE TRIGGER note_data_change AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "map_layer"
	FOR EACH STATEMENT EXECUTE FUNCTION note_data_change();
--> statement-breakpoint
CREATE TRIGGER note_data_change AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "demo_state"
	FOR EACH STATEMENT EXECUTE FUNCTION note_data_change();
--> statement-breakpoint
CREATE TRIGGER note_data_change AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "dataset"
	FOR EACH STATEMENT EXECUTE FUNCTION note_data_change();
--> statement-breakpoint
CREATE TRIGGER note_data_change AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "public_document"
	FOR EACH STATEMENT EXECUTE FUNCTION note_data_change();
--> statement-breakpoint
CREATE TRIGGER note_data_change AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "announcement"
	FOR EACH STATEMENT EXECUTE FUNCTION note_data_change();
--> statement-breakpoint
CREATE TRIGGER note_data_change AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "location_record"
	FOR EACH STATEMENT EXECUTE FUNCTION note_data_change();
--> statement-breakpoint
CREATE TRIGGER note_data_change AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "well_production"
	FOR EACH STATEMENT EXECUTE FUNCTION note_data_change();
--> statement-breakpoint
CREATE TRIGGER note_data_change AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "stored_file"
	FOR EACH STATEMENT EXECUTE FUNCTION note_data_change();
--> statement-breakpoint
CREATE TRIGGER note_data_change AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "statistic_setting"
	FOR EACH STATEMENT EXECUTE FUNCTION note_data_change();
