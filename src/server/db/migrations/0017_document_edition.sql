CREATE TABLE "document_edition" (
	"document_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"document_date" text,
	"published_at" timestamp with time zone NOT NULL,
	CONSTRAINT "document_edition_document_id_file_id_pk" PRIMARY KEY("document_id","file_id")
);
--> statement-breakpoint
CREATE TABLE "swept_file" (
	"storage_key" text PRIMARY KEY NOT NULL,
	"swept_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "stored_file" ADD COLUMN "charset" text;--> statement-breakpoint
ALTER TABLE "stored_file" ADD COLUMN "unused_since" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "document_edition_file_id_index" ON "document_edition" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "stored_file_storage_key_index" ON "stored_file" USING btree ("storage_key");--> statement-breakpoint
CREATE TRIGGER note_data_change AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "document_edition"
	FOR EACH STATEMENT EXECUTE FUNCTION note_data_change();
