CREATE TABLE "identity_record" (
	"kind" text NOT NULL,
	"id_hash" text NOT NULL,
	"payload" jsonb NOT NULL,
	"grant_id" text,
	"uid" text,
	"consumed_at" timestamp with time zone,
	"expires_at" timestamp with time zone,
	CONSTRAINT "identity_record_kind_id_hash_pk" PRIMARY KEY("kind","id_hash")
);
--> statement-breakpoint
CREATE INDEX "identity_record_grant_id_index" ON "identity_record" USING btree ("grant_id");--> statement-breakpoint
CREATE INDEX "identity_record_uid_index" ON "identity_record" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "identity_record_expires_at_index" ON "identity_record" USING btree ("expires_at");