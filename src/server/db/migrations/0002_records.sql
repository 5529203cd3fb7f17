CREATE TABLE "announcement" (
	"id" uuid PRIMARY KEY NOT NULL,
	"status_id" smallint NOT NULL,
	"parent_id" uuid,
	"former_parent_id" uuid,
	"is_enabled" boolean DEFAULT true NOT NULL,
	"content" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" text NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"updated_by" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "dataset" (
	"id" uuid PRIMARY KEY NOT NULL,
	"status_id" smallint NOT NULL,
	"parent_id" uuid,
	"former_parent_id" uuid,
	"is_enabled" boolean DEFAULT true NOT NULL,
	"content" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" text NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"updated_by" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "location_record" (
	"id" uuid PRIMARY KEY NOT NULL,
	"status_id" smallint NOT NULL,
	"parent_id" uuid,
	"former_parent_id" uuid,
	"is_enabled" boolean DEFAULT true NOT NULL,
	"content" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" text NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"updated_by" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "public_document" (
	"id" uuid PRIMARY KEY NOT NULL,
	"status_id" smallint NOT NULL,
	"parent_id" uuid,
	"former_parent_id" uuid,
	"is_enabled" boolean DEFAULT true NOT NULL,
	"content" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" text NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"updated_by" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stored_file" (
	"id" uuid PRIMARY KEY NOT NULL,
	"storage_key" text NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"size" integer NOT NULL,
	"sha256" char(64) NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "well_production" (
	"id" uuid PRIMARY KEY NOT NULL,
	"status_id" smallint NOT NULL,
	"parent_id" uuid,
	"former_parent_id" uuid,
	"is_enabled" boolean DEFAULT true NOT NULL,
	"content" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" text NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"updated_by" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "location" ADD COLUMN "record_id" uuid;--> statement-breakpoint
ALTER TABLE "location" ADD COLUMN "is_shown" boolean DEFAULT true NOT NULL;--> statement-breakpoint
CREATE INDEX "announcement_parent_id_index" ON "announcement" USING btree ("parent_id");--> statement-breakpoint
CREATE INDEX "announcement_former_parent_id_index" ON "announcement" USING btree ("former_parent_id");--> statement-breakpoint
CREATE INDEX "dataset_parent_id_index" ON "dataset" USING btree ("parent_id");--> statement-breakpoint
CREATE INDEX "dataset_former_parent_id_index" ON "dataset" USING btree ("former_parent_id");--> statement-breakpoint
CREATE INDEX "location_record_parent_id_index" ON "location_record" USING btree ("parent_id");--> statement-breakpoint
CREATE INDEX "location_record_former_parent_id_index" ON "location_record" USING btree ("former_parent_id");--> statement-breakpoint
CREATE INDEX "public_document_parent_id_index" ON "public_document" USING btree ("parent_id");--> statement-breakpoint
CREATE INDEX "public_document_former_parent_id_index" ON "public_document" USING btree ("former_parent_id");--> statement-breakpoint
CREATE INDEX "well_production_parent_id_index" ON "well_production" USING btree ("parent_id");--> statement-breakpoint
CREATE INDEX "well_production_former_parent_id_index" ON "well_production" USING btree ("former_parent_id");--> statement-breakpoint
ALTER TABLE "location" ADD CONSTRAINT "location_record_id_unique" UNIQUE("record_id");