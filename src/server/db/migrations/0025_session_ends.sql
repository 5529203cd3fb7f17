CREATE TABLE "person" (
	"subject" text PRIMARY KEY NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"blocked_at" timestamp with time zone
);
--> statement-breakpoint
-- Whoever has a token must have signed in once. Their 90 days begin now.
INSERT INTO "person" ("subject") SELECT DISTINCT "subject" FROM "access_token";
